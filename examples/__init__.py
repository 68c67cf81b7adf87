"""Programs to start from, each a small whole."""
