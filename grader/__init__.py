"""The grader of Coalesce Labs.

Data flows one way: manifest -> build -> run -> results -> renderers.
"""

__version__ = "1.0.0"
COURSE = "Coalesce Labs"
