"""Small programs that hold a seat, well or badly; each is started as its own process."""
