"""Results, hints and progress in a terminal."""
