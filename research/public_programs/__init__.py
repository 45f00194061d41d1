"""Programs that nobody here wrote: which of them simtcc compiles and the machine runs."""
