"""The handbook as one PDF: `./course docs --pdf`.

The built pages become one page (book.py), which Chromium prints (printed.py). The browser tests need Chromium
anyway, and it draws pictures and tables with the handbook's own style sheets: LaTeX would need all of them
described a second time, and WeasyPrint would be one more renderer to look after.
"""
