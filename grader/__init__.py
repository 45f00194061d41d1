"""The grader of Coalesce Labs.

Data flows one way: manifest -> build -> run -> results -> renderers.
"""

# The course's version is set here alone; tools/release.py checks the copies of it.
__version__ = "0.1.0"
COURSE = "Coalesce Labs"
