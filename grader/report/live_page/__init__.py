"""The page of `watch --page`: the scorecard of the lab under watch, which is replaced at each save."""
