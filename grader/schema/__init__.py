"""What is written to files: run records, results, traces. The one place that reads and writes them."""
