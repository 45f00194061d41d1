"""The scorecard: results as one self-contained HTML page."""
