"""Tests of the labs' texts, lists and targets, and of a lab that comes or goes."""
