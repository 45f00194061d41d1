"""What a whole program did, as text and as a page."""
