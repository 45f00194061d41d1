"""The formats of other systems, one module each: what is read from them and what is written for them."""
