"""CUDA in a notebook: the magic %%simt compiles a cell, runs it on the SIMT machine and shows its report.

A cell's text goes in. It becomes a program, which is compiled and run (cell_run) while its output appears
below the cell (streaming). Its report is then shown in the cell's output, as a page in a frame (cell_report).
The magic (magic) reads the options (cell_options) and decides what is an error of the cell.

`./course package` makes a wheel of this package and all that it imports (tools/notebook_wheel); there it is
called coalesce_labs. It needs an installed simtcc, and no checkout of the course.
"""

from grader.notebook.magic import load_ipython_extension

__all__ = ["load_ipython_extension"]
