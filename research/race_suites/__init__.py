"""Public suites of programs with and without races, run on the SIMT machine: found, missed, false alarms."""
