"""Measurements: ours and other kits side by side; timings are never assertions."""
