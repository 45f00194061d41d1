"""The handbook's extension: links rewritten, figures looked up, pictures' kernels written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from handbook.access import reachable
from handbook.counts import CountError, counted
from handbook.edition import has_page, left_out
from handbook.links import rewrite_links
from handbook.pages import page_text, whole_pages
from handbook.warp import Access, kernel_text
from sphinx.errors import ExtensionError

from grader.measuring.figures import figure_text
from grader.report.costs import LineCost
from grader.schema.record import Launch
from grader.tests.report.test_pictures import access_with, request_with

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
LAB = "labs/lab1_stride_sweep/README.md"


def rewritten(text: str, source: str = LAB, page: str = "labs/lab1.md") -> str:
    return rewrite_links(text, source, page, DOCS, whole_pages(DOCS))


def test_a_link_to_a_page_of_the_handbook_leads_to_it() -> None:
    assert rewritten("[record](../../docs/measurements/h200/strides.md)") == (
        "[record](../measurements/h200/strides.md)"
    )
    assert rewritten("[rules](../../common/simt/README.md#counting-rules)") == (
        "[rules](../engineers/simt.md#counting-rules)"
    )
    assert rewritten("[start](../../README.md#start)") == "[start](../index.md)"


def test_a_link_to_a_file_names_it() -> None:
    assert rewritten("edit [`stride_sweep.cu`](stride_sweep.cu)") == "edit `stride_sweep.cu`"
    assert rewritten("[the answer](../../solutions/lab1_stride_sweep/notes.md)") == (
        "the answer (`solutions/lab1_stride_sweep/notes.md`)"
    )


def test_a_picture_is_taken_from_where_it_lies() -> None:
    assert rewritten("![Words.](sectors.svg)") == "![Words.](../../labs/lab1_stride_sweep/sectors.svg)"


def test_addresses_anchors_and_code_stay_as_they_are() -> None:
    text = "[a](https://example.org/x) [b](#here)\n```cpp\nf[i](x);\n```"
    assert rewritten(text) == text


def test_a_link_to_a_page_that_an_edition_lacks_becomes_its_text(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    text = rewrite_links("see [trust](../trust.md)", "docs/a/b.md", "a/b.md", tmp_path / "docs", {})
    assert text == "see trust"


def test_pages_without_their_source_are_left_out(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "words.md").touch()
    assert "words.md" in left_out(docs)
    assert not has_page(docs, "words.md")
    (tmp_path / "solutions").mkdir()
    assert "words.md" not in left_out(docs)
    assert has_page(docs, "words.md")
    contents = "```{toctree}\nwords\n?words\n?nothing\n```"
    assert page_text(docs, "index.md", contents) == "```{toctree}\nwords\nwords\n```"


def test_a_page_that_nothing_makes_is_refused() -> None:
    with pytest.raises(ExtensionError, match="nothing makes 'verses'"):
        page_text(DOCS, "x.md", "<!-- generated: verses -->")


def test_the_claims_page_holds_each_claim_of_the_record() -> None:
    text = page_text(DOCS, "claims.md", (DOCS / "claims.md").read_text(encoding="utf-8"))
    assert "| A stride of s leaves 1/s of the bandwidth |" in text
    assert text.count("\n| ") > 12


def test_the_words_page_holds_every_wrong_answer() -> None:
    text = page_text(DOCS, "words.md", (DOCS / "words.md").read_text(encoding="utf-8"))
    wrong = [
        file
        for file in (ROOT / "solutions").glob("lab*/answers/*")
        if '\nkind = "wrong"\n' in file.read_text(encoding="utf-8")
    ]
    assert len(wrong) > 50
    assert text.count("\n**") == len(wrong)
    assert all(f"**{file.stem}**" in text for file in wrong)


def test_the_rates_of_the_picture_of_the_memories_are_recorded() -> None:
    homes = (
        "limits; shared memory, reads; an SM",
        "limits; L2, reads; 132 SMs",
        "limits; DRAM, copies; 132 SMs",
        "device_profiles; PCIe 5.0; GB/s each way",
    )
    picture = (DOCS / "chapter" / "memories.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"([\d.]+) GB/s", picture)) == {figure_text(home, ROOT) for home in homes}


@pytest.mark.slow
def test_a_page_is_read_again_when_the_record_that_it_quotes_changes(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    record = docs / "measurements" / "h200" / "strides.md"
    record.parent.mkdir(parents=True)
    (record.parent / "measurements.json").write_text("{}")  # which the page does not quote
    (docs / "conf.py").write_text("extensions = ['myst_parser', 'handbook.figures']\n")
    (docs / "index.md").write_text("# Figures\n\n{measured}`strides; read; 32`\n")
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "-q",
        "-b",
        "html",
        docs,
        tmp_path / "html",
    ]
    command += ["-D", "exclude_patterns=measurements"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'docs' / '_ext'}"}
    for column, status in (("32", 0), ("33", 1)):
        record.write_text(f"# Strides\n\n| stride | {column} |\n| --- | --- |\n| read | 452 |\n")
        assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == status


def cost(sectors: int, requests: int = 2, width: int = 4) -> LineCost:
    example = request_with(range(32), sectors=4, least_sectors=4)
    access = access_with(
        example, width=width, requests=requests, counts={"sectors": sectors, "least_sectors": 8}
    )
    return LineCost(Launch("k", (1, 1, 1), (32, 1, 1), "", (access,), ()), access)


def test_a_counted_figure_comes_from_the_run() -> None:
    costs = {"one": [cost(16)], "two": [cost(16), cost(8)], "wide": [cost(16), cost(32, width=16)]}
    assert counted("one global load sectors", costs) == "8"
    assert counted("one global load least-sectors", costs) == "4"
    assert counted("two global load all-sectors", costs) == "24"
    assert counted("wide global load sectors 16", costs) == "16"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("one global load", "is not NAME SPACE OP QUANTITY"),
        ("none global load sectors", "no run of this page is called none"),
        ("one global load miles", "quantities are"),
        ("one shared load wavefronts", "the run has no shared load"),
        ("two global load sectors", "its lines differ: 8, 4"),
    ],
)
def test_a_figure_that_no_run_gives_is_refused(text: str, why: str) -> None:
    with pytest.raises(CountError, match=why):
        counted(text, {"one": [cost(16)], "two": [cost(16), cost(8)]})


def test_each_access_has_a_kernel_and_its_line_is_known() -> None:
    plain = Access("in[2 * lane]", 4, "true", "", False, "", "")
    shared = Access("tile[lane][0]", 8, "lane < 16", "[32][33]", True, "", "")
    text, lines = kernel_text([plain, shared])
    code = text.splitlines()
    assert code[lines[0] - 1].strip() == "if (true) out[lane] = in[2 * lane];"
    assert code[lines[1] - 1].strip() == "if (lane < 16) tile[lane][0] = in[lane];"
    assert "__shared__ double tile[32][33];" in text


def test_wide_parts_can_be_reached_by_keyboard() -> None:
    body = '<pre>x</pre><div class="table-wrapper docutils"></div><img alt="a" src="../_images/b.svg" />'
    assert reachable(body).count('tabindex="0"') == 3


def test_a_table_without_a_word_in_its_corner_has_no_heading_there() -> None:
    assert reachable('<th class="head"><p></p></th><th class="head"><p>a</p></th>') == (
        '<td></td><th class="head"><p>a</p></th>'
    )
