"""All tests; the folders mirror the package."""
