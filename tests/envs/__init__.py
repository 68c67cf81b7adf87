"""Tests of this part of the box."""
