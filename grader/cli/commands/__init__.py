"""The commands, one module each: its function has the options as parameters and returns the exit status."""
