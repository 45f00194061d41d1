"""Prints, NUL-separated, the sources of a compile_commands.json that are this project's own."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("common", "labs")
# Kernel files are listed for editors alone (common/cmake/editors.cmake).
KERNELS = ".cu"


def main(database: Path) -> None:
    """Prints each source once, in order; generated and fetched ones are not ours to tidy."""
    commands = json.loads(database.read_text(encoding="utf-8"))
    listed = {(Path(command["directory"]) / command["file"]).resolve() for command in commands}
    files = {file for file in listed if file.suffix != KERNELS}
    ours = [file for file in sorted(files) if any(file.is_relative_to(ROOT / folder) for folder in OURS)]
    if not ours:
        sys.exit(f"{database} lists no source of this project")
    for file in ours:
        print(file, end="\0")


main(Path(sys.argv[1]))
