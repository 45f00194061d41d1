"""What keeps a submission away from the machine that runs it: bubblewrap, system calls, limits."""
