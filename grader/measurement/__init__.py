"""What a GPU does: every lab's rates and hardware counters, as a record, a page and a scorecard."""
