"""Shows that the checks can tell right from wrong: stubs, solutions, the catalogue and the attacks."""
