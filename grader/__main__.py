"""`python -m grader`: the command line."""

import sys

if __name__ == "__main__":
    try:
        from grader.cli.main import main
        from grader.core.temporary import remove_leftovers_once, tidy_up_when_ended

        tidy_up_when_ended()
        remove_leftovers_once()
        sys.exit(main())
    except KeyboardInterrupt:
        # Ctrl-C while the modules were still being loaded; `watch` ends well whenever it is ended.
        sys.exit(0 if sys.argv[1:2] == ["watch"] else 130)
