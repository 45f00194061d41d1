"""Programs for those who work on the course. Each runs by itself: python tools/NAME.py."""
