"""`trace`: any kernel of any file on the SIMT machine, with every line's cost and every fault."""
