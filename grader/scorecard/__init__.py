"""The HTML scorecard: view-model in Python, templates without logic."""
