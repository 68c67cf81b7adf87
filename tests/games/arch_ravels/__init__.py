"""Tests of Arch Ravels."""
