"""Which files clang-tidy's runner looks at again: those whose text, or whose headers, have changed."""

from __future__ import annotations

from pathlib import Path

from tools.tidy import Source, digest_of, files_of


def _written(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def _source(root: Path) -> Source:
    _written(root / "include" / "outer.h", '#include "inner.inc"\n')
    _written(root / "include" / "inner.inc", "1\n")
    _written(root / "src" / "beside.h", "#pragma once\n#include <outer.h>\n")
    _written(root / "src" / "other.h", "int other;\n")
    text = '#if 0\n# include "beside.h"\n#endif\n#include <vector>\n'
    path = _written(root / "src" / "one.cpp", text)
    return Source(path, f"c++ -I{root}/include -isystem /usr/include/llvm -c {path}")


def test_a_source_depends_on_what_it_includes_by_way_of_others_and_whatever_a_condition_says(
    tmp_path: Path,
) -> None:
    names = [file.relative_to(tmp_path).as_posix() for file in files_of(_source(tmp_path), tmp_path)]
    assert names == ["include/inner.inc", "include/outer.h", "src/beside.h", "src/one.cpp"]


def test_headers_of_the_system_and_circles_end_the_search(tmp_path: Path) -> None:
    source = _source(tmp_path)
    _written(tmp_path / "include" / "outer.h", '#include "../src/beside.h"\n')
    names = [file.name for file in files_of(source, tmp_path)]
    assert names == ["outer.h", "beside.h", "one.cpp"]


def test_every_source_of_the_machine_finds_its_contract() -> None:
    root = Path(__file__).resolve().parents[3]
    file = root / "common" / "simt" / "compiler" / "back" / "announce.cpp"
    folders = f"-I{root}/common/simt -I{root}/common/simt/compiler"
    found = files_of(Source(file, f"c++ {folders} -c {file}"))
    assert root / "common" / "simt" / "contract" / "module_abi.h" in found
    assert digest_of(found, "") != digest_of([file], "")
