"""What CMake needs of the labs' manifests, as JSON, which it can read.

    python3 manifests_json.py [--course COURSE.TOML] LAB.TOML...

Prints one object, with an entry for each lab under its folder's name: its id, its kernel file, the ids and
tests of its checks in the manifest's order, and of those that a GPU can measure, and whether the lab is one
of the course's; without a course file, each is. It needs a TOML reader
(tomllib, from Python 3.11 on, or tomli) and nothing of the course: `cmake --preset default` works without
./course.

Exit status: 0 printed; 1 a file cannot be used; 3 this Python has no TOML reader. The grader checks these
files much more strictly (grader/core/manifest.py, course_file.py); here only what CMake takes from them must
be there.
"""

import json
import sys
from pathlib import Path

NO_READER = 3

try:
    import tomllib
except ModuleNotFoundError:
    try:
        import tomli as tomllib
    except ModuleNotFoundError:
        sys.exit(NO_READER)


def entry_of(file: Path) -> "dict[str, object]":
    """One lab, as CMake needs it. Raises KeyError, TypeError or ValueError."""
    manifest = tomllib.loads(file.read_text(encoding="utf-8"))
    checks = manifest["checks"]
    if not checks:
        raise ValueError("the lab has no checks")
    return {
        "id": manifest["id"],
        "kernel_file": manifest["kernel_file"],
        "checks": [check["id"] for check in checks],
        "tests": [check["test"] for check in checks],
        "measured_checks": [check["id"] for check in checks if check.get("measured", False)],
        "measured": [check["test"] for check in checks if check.get("measured", False)],
    }


def mark_course(entries: "dict[str, dict[str, object]]", course: str) -> None:
    """Note in each entry whether the course has the lab. Raises as entry_of() does, and OSError."""
    known = [entry["id"] for entry in entries.values()]
    labs = tomllib.loads(Path(course).read_text(encoding="utf-8-sig"))["labs"] if course else known
    for lab in labs:
        if lab not in known:
            raise ValueError(f"there is no lab '{lab}'")
    for entry in entries.values():
        entry["in_course"] = entry["id"] in labs


def main(arguments: "list[str]") -> int:
    """Returns the exit status."""
    course, names = (arguments[1], arguments[2:]) if arguments[:1] == ["--course"] else ("", arguments)
    entries: dict[str, dict[str, object]] = {}
    reading = course
    try:
        for reading in names:
            entries[Path(reading).parent.name] = entry_of(Path(reading))
        reading = course
        mark_course(entries, course)
    except KeyError as error:
        print(f"{reading}: the key {error} is missing", file=sys.stderr)
        return 1
    except (OSError, TypeError, ValueError) as error:
        print(f"{reading}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(entries, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
