"""What people read: the scorecard, the terminal, the page of a trace. Nothing is graded here."""
