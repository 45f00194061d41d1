"""From run records to results: points, what changed, what is done, what to do next."""
