"""The local server: tables kept in a store, played in a browser or by programs."""
