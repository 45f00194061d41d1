"""Finds a class's submissions and takes the labs' kernel files out of them, into memory only."""
