"""Makes modules from kernel files, and runs a lab's program with them: on the SIMT machine or on a GPU."""
