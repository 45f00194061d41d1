"""The HTML scorecard: what it says, that it is valid, and that it loads and runs nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from html.parser import HTMLParser

import pytest

from grader.grading.join import join_compile_error, join_outcome
from grader.machine.runner import Outcome
from grader.report.costs import all_costs
from grader.report.scorecard.html_page import TEMPLATES, to_html, with_code_spans
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.report.scorecard.source_listing import highlight
from grader.schema.results import LabResult, Results, Status
from grader.tests.fake_project import FakeProject

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=timezone.utc)
NAMES = ("passing", "conflict", "strided", "out_of_bounds", "incomplete", "refused")
Card = Callable[[str], str]


@pytest.fixture
def card(fake: FakeProject) -> Card:
    return lambda name: html_of(graded(fake, name))


def graded(fake: FakeProject, name: str) -> LabResult:
    if name == "refused":
        return join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    return join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(name)))


def html_of(lab: LabResult) -> str:
    return render_scorecard(Results("simt", "clang 14.0.6", (lab,)), NOON)


def words(html: str) -> str:
    """What a reader sees, on one line."""
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL).split())


class Outline(HTMLParser):
    """Checks that tags nest, and collects ids, links and headings."""

    VOID = frozenset({"meta", "br", "hr", "img", "input", "link", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.headings: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        assert len(given) == len(attrs), f"<{tag}> repeats an attribute"
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        self.labels += given.get("aria-labelledby", "").split()
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", NAMES)
def test_the_document_is_sound(card: Card, name: str) -> None:
    outline = Outline()
    outline.feed(card(name))
    assert outline.open == []
    assert len(set(outline.ids)) == len(outline.ids)
    assert {link[1:] for link in outline.links} | set(outline.labels) <= set(outline.ids)
    assert outline.headings[0] == 1
    steps = zip(outline.headings, outline.headings[1:], strict=False)
    assert all(after <= before + 1 for before, after in steps)


def without_own_script(html: str) -> str:
    """What is left of a page when its one script, word for word ours, is taken out."""
    parts = [(TEMPLATES / f"{name}.js").read_text(encoding="utf-8") for name in ("step", "order", "pitch")]
    own = f"<script>\n{''.join(parts)}</script>"
    assert html.count(own) == 1
    return html.replace(own, "")


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_nothing_and_runs_nothing_but_its_own(card: Card, name: str) -> None:
    html = without_own_script(card(name))
    assert not re.search(
        r"https?:|//[a-z]|url\((?!#)|@import|<script|<link|<img|<iframe|\son\w+=", html, re.I
    )
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', html))


def test_the_first_screen_says_score_and_what_is_wrong_where_at_what_cost_and_what_to_change(
    card: Card,
) -> None:
    html = card("conflict")
    top = words(html[: html.index("<main")])
    assert "75 of 100 points" in top
    assert "5 of 7 checks passed" in top
    failure = "transpose_padded reads tile with a 32-way bank conflict: 31 conflicts per request."
    place = "Where labs/ lab4_tiled_transpose/ tiled_transpose.cu:42 Costs 15 points."
    assert f"Next {failure} lab4, transpose_padded has no bank conflict {place} Change Look at the" in top
    assert 'href="#lab4-L42"' in html[: html.index("<main")]


def test_the_foot_says_who_counted_and_how(card: Card) -> None:
    html = card("conflict")
    foot = words(html[html.index("</main>") :])
    assert "simulated: counted on the SIMT machine, not timed on a GPU" in foot
    assert "clang 14.0.6" in foot


def test_a_check_shows_word_points_value_requirement_and_place(card: Card) -> None:
    html = card("conflict")
    check = html[html.index('id="lab4-padded-no-conflict"') :]
    check = check[: check.index("</li>")]
    assert "failed" in words(check)
    assert "0 /15" in words(check)
    assert "Got 31 bank conflicts per request Required exactly 0" in words(check)
    # On a phone it goes on in the next row there, and not within its number.
    place = "labs/<wbr>lab4_tiled_transpose/<wbr>tiled_transpose.cu:42"
    assert f'href="#lab4-L42">{place}<' in check
    assert "icon-failed" in check


def test_each_line_carries_its_cost(card: Card) -> None:
    html = card("conflict")
    line = html[html.index('id="lab4-L42"') : html.index('id="lab4-L43"')]
    assert 'class="heavy"' in line
    said = words(line)
    assert "heavy shared load 32 wavefronts / request least 1 31 conflicts / request 32,768 requests" in said
    assert "least possible global store 4 sectors / request least 4" in said
    quiet = html[html.index('id="lab4-L41"') : html.index('id="lab4-L42"')]
    assert "request" not in words(quiet)


def test_the_largest_launch_stands_for_a_line(card: Card) -> None:
    # transpose_padded is also shown at 33 x 65, with 5.2 sectors per request of 90.
    line = words(card("passing")).split("All accesses as a table")[1]
    assert "transpose_padded 1024 x 1024 global load, 4 bytes 32,768 4 sectors 4" in line
    assert "33 x 65" not in line


def test_a_failed_checks_launch_stands_for_its_lines(fake: FakeProject) -> None:
    lab = graded(fake, "passing")
    shapes = [launch for check in lab.checks for launch in check.launches if launch.shape == "33 x 65"]
    failed = replace(lab.checks[0], id="odd", status=Status.FAILED, launches=tuple(shapes))
    checks = (*lab.checks, failed)
    shown = {
        status: {cost.launch.shape for cost in all_costs(one) if cost.launch.kernel == "transpose_padded"}
        for status, one in (("passed", lab), ("failed", replace(lab, checks=checks)))
    }
    assert "33 x 65" not in shown["passed"]
    assert "33 x 65" in shown["failed"]


def test_pictures_have_captions_titles_and_tables(card: Card) -> None:
    html = card("strided")
    assert "32 lanes touch 32 sectors; 4 would do." in words(html)
    assert "128 of 1,024 bytes moved are used (12.5 %)" in words(html)
    assert "32 lanes fall into 1 bank: 32 wavefronts; 1 would do." in words(html)
    assert "32 lanes touch 4 sectors: the least possible." in words(html)
    assert html.count("<figure") == html.count("<title id=") == html.count("<desc") == 3
    assert html.count("The same as a table") == 3


def test_bounds_are_labelled_as_no_measurement(card: Card) -> None:
    text = words(card("conflict"))
    assert "Simulated bound, not a measurement" in text
    assert "NVIDIA H200 0.48 of the copy limited by shared memory" in text
    assert "Required: at least 0.7 on the NVIDIA H200, the mark on each bar." in text


def test_a_refused_file_shows_the_compilers_words(card: Card) -> None:
    text = words(card("refused"))
    assert "0 of 100 points" in text
    assert "make the file compile" in text
    assert "use of undeclared identifier &#39;ouut&#39;" in text


def test_one_cause_for_all_checks_is_told_once(card: Card) -> None:
    html = card("refused")
    checks = html[html.index('id="lab4-checks"') :]
    assert "None of the 7 checks passed, for the one reason above." in checks[: checks.index("<details")]
    assert '<details class="fold"><summary>The checks</summary>' in checks
    assert "for the one reason above" not in words(card("conflict"))


def test_who_handed_nothing_in_gets_no_hints(fake: FakeProject) -> None:
    lab = replace(graded(fake, "conflict"), source=None)
    assert "Hint 1 of 3" not in words(html_of(lab))


def test_who_has_every_point_sees_no_hints(card: Card) -> None:
    assert "Hint 1 of 3" not in words(card("passing"))
    assert "All checks passed" in words(card("passing"))
    assert "Hint 1 of 3" in words(card("conflict"))


def test_a_hostile_source_stays_text(fake: FakeProject) -> None:
    evil = '</code><script>alert("x")</script><img src=x onerror=alert(1)> {{ 7 * 7 }} // "\n'
    fake.kernel.write_text(evil * 3, encoding="utf-8")
    html = without_own_script(html_of(graded(fake, "conflict")))
    assert "<script" not in html
    assert "<img" not in html
    assert "{{ 7 * 7 }}" in re.sub("<[^>]+>", "", html)
    assert "<b>row</b>" not in html  # what the kernel printed


def test_markdown_lets_no_html_and_no_image_through() -> None:
    html = to_html("`a` <script>x</script> ![p](http://e.org/p.png) [l](javascript:alert(1))")
    assert "<code>a</code>" in html
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html


def test_the_same_results_give_the_same_card(card: Card) -> None:
    assert card("conflict") == card("conflict")


@pytest.mark.parametrize(
    "text", ["", "\n", "a\nb", "/* x\n y */ z\n", "a\r\nb\r\n", 'R"(\n\n)"', "\f\v\n#\\\n"]
)
def test_highlighting_changes_no_text_and_no_line(text: str) -> None:
    lines = ["".join(piece.text for piece in line) for line in highlight(text)]
    assert "\n".join(lines) == text.replace("\r\n", "\n")


def test_templates_hold_no_logic() -> None:
    for template in TEMPLATES.glob("*.j2"):
        tags = re.findall(r"{%-?\s*(\w+)", template.read_text(encoding="utf-8"))
        assert set(tags) <= {"if", "elif", "else", "endif", "for", "endfor", "include"}, template.name


def test_backticks_in_a_message_become_code_and_nothing_else_is_markup() -> None:
    html = with_code_spans("`tile[0]` <b>bold</b> & `a<b>` *stars* `open")
    assert html == "<code>tile[0]</code> &lt;b&gt;bold&lt;/b&gt; &amp; <code>a&lt;b&gt;</code> *stars* `open"


def test_several_labs_have_a_bar_to_jump_and_what_is_done_is_folded(fake: FakeProject) -> None:
    labs = (graded(fake, "passing"), replace(graded(fake, "conflict"), id="lab5"))
    html = render_scorecard(Results("simt", "clang 14.0.6", labs), NOON)
    outline = Outline()
    outline.feed(html)
    assert outline.open == []
    assert len(set(outline.ids)) == len(outline.ids)
    bar = html[html.index('<nav class="jump"') : html.index("<main")]
    assert re.findall(r'<a href="#(\w+)"', bar) == ["top", "lab4", "lab5"]
    assert '<li class="done">' in bar
    assert '<li class="current">' in bar
    open_lab, done = html.split('<article class="lab folded done" id="lab4"')
    folds = r"<details class=\"fold[^>]*><summary>([^<]*)</summary>"
    parts = ["The source, and what each line cost", "Warp requests", "Bandwidth that the traffic allows"]
    assert re.findall(folds, done) == ["All 7 checks passed", *parts]
    # There the faulty check and line are open, and what needs no look is folded.
    assert "5 checks passed" in re.findall(folds, open_lab)
    assert not set(parts[:2]) & set(re.findall(folds, open_lab))


def test_one_lab_needs_no_list_of_labs(card: Card) -> None:
    assert "<nav" not in card("conflict")
