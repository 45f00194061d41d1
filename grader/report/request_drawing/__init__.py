"""One request of a warp as a drawing: where its lanes go, and what memory moves or serves for them."""
