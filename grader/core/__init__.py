"""What every part of the grader uses: manifest, files, processes, errors, words. Imports none of them."""
