"""What a kernel file, and the module compiled from it, may hold: looked at before anything of it runs."""
