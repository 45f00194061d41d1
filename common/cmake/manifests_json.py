"""What CMake needs of the labs' manifests, as JSON, which it can read: python3 manifests_json.py LAB.TOML...

Prints one object, with an entry for each lab under its folder's name: its id, its kernel file, the ids and
tests of its checks in the manifest's order, and of those that a GPU can measure. It needs a TOML reader
(tomllib, from Python 3.11 on, or tomli) and nothing of the course: `cmake --preset default` works without
./course.

Exit status: 0 printed; 1 a manifest cannot be used; 3 this Python has no TOML reader. The grader checks
manifests much more strictly (grader/core/manifest.py); here only what CMake takes from them must be there.
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


def main(names: "list[str]") -> int:
    """Returns the exit status."""
    entries = {}
    for name in names:
        try:
            entries[Path(name).parent.name] = entry_of(Path(name))
        except KeyError as error:
            print(f"{name}: the key {error} is missing", file=sys.stderr)
            return 1
        except (OSError, TypeError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
    print(json.dumps(entries, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
