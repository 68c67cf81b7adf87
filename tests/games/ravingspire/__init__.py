"""Tests of Ravingspire, rule by rule."""
