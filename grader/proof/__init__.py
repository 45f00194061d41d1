"""Proves the labs: every stub fails, every solution passes, every catalogued answer is judged."""
