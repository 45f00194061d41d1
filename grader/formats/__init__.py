"""The formats of other systems, one module each: downloads that are read, exports that are written."""
