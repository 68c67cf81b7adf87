"""Every card of Ravingspire, by its text."""
