"""The explorer's view of a whole tile: requests cost what the machine counts, and the steps add up."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from grader.core.paths import current_project
from grader.machine.toolchain import build_targets
from grader.schema.record import LANES, Launch
from grader.tests.browser.chromium import PHONE, Looked, opened, visit
from grader.trace.build_module import build_module
from grader.trace.program import TARGETS, run_trace
from grader.trace.request import LaunchRequest, TraceRequest

pytestmark = [pytest.mark.slow, pytest.mark.browser]

EXPLORER = (current_project().root / "docs" / "explorer" / "index.html").as_uri()
ACCESSES = (("global", "load"), ("shared", "store"), ("shared", "load"), ("global", "store"))

KERNEL = """\
extern "C" __global__ void tile_{number}(const {type}* in, {type}* out) {{
  __shared__ {type} tile[32 * 34];
  for (int e = threadIdx.x; e < {side} * {side}; e += 32) {{
    const int r = e / {side}, c = e % {side};
    tile[{text}] = in[r * 512 + c];
  }}
  __syncthreads();
  for (int e = threadIdx.x; e < {side} * {side}; e += 32) {{
    const int r = e % {side}, c = e / {side};
    out[c * 512 + r] = tile[{text}];
  }}
}}
"""


@dataclass(frozen=True)
class Tile:
    """One way through a tile, as it is typed."""

    text: str
    side: int = 32
    size: int = 4

    @property
    def address(self) -> str:
        fields = {"in": "r * n + c", "store": self.text, "load": self.text, "out": "c * n + r"}
        return urlencode({"view": "tile", "side": self.side, "size": self.size, ".n": 512, **fields})

    def kernel(self, number: int) -> str:
        """A kernel of one warp that goes the same way."""
        type_ = "float" if self.size == 4 else "double"
        return KERNEL.format(number=number, type=type_, side=self.side, text=self.text)

    def launch(self, number: int) -> LaunchRequest:
        buffer = f"f{8 * self.size}:16Ki:zeros"
        return LaunchRequest(f"tile_{number}", "1", str(LANES), "", (buffer, buffer))


TILES = (
    Tile("r * 32 + c"),
    Tile("r * 33 + c"),
    Tile("r * 34 + c"),
    Tile("r * 32 + (c ^ r)"),
    Tile("r * 32 + (c ^ (r >> 2))"),
    Tile("r * 16 + c", side=16),
    Tile("r * 17 + c", side=16),
    Tile("r * 16 + (c ^ r)", side=16),
    Tile("r * 32 + c", size=8),
    Tile("r * 33 + c", size=8),
    Tile("r * 17 + c", side=16, size=8),
)


def at(window: Looked, address: str) -> Page:
    window.page.goto("about:blank")
    window.page.goto(f"{EXPLORER}#{address}")
    return window.page


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> dict[Tile, list[int]]:
    """By access, the sectors or wavefronts of all its requests, as the SIMT machine counts them."""
    project = current_project()
    file = tmp_path_factory.mktemp("tiles") / "tiles.cu"
    kernels = "".join(tile.kernel(number) for number, tile in enumerate(TILES))
    file.write_text(f"#include <cuda_runtime.h>\n{kernels}", encoding="utf-8")
    request = TraceRequest(file, tuple(tile.launch(number) for number, tile in enumerate(TILES)))
    build_targets(project, TARGETS, lambda _: None)
    trace = run_trace(project, request, build_module(project, request))[0]
    return {tile: _costs(launch.launch) for tile, launch in zip(TILES, trace.launches, strict=True)}


def _costs(launch: Launch) -> list[int]:
    sums = dict.fromkeys(
        (("global", "load"), ("shared", "store"), ("shared", "load"), ("global", "store")), 0
    )
    for access in launch.accesses:
        sums[access.space, access.op] += access.sectors + access.wavefronts
    return list(sums.values())


def column(page: Page, number: int) -> list[int]:
    """A column of the running totals. 3: so far, 4: all, 5: least."""
    cells = page.locator(f"#tile-totals tbody td:nth-child({number})").all_inner_texts()
    return [int(cell.replace(",", "")) for cell in cells]


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: f"{tile.text}, {tile.side} wide, {tile.size} bytes")
def test_every_request_costs_what_the_machine_counts(
    tile: Tile, counted: dict[Tile, list[int]], window: Looked
) -> None:
    page = at(window, tile.address)
    expected = counted[tile]
    assert column(page, 4) == expected
    assert column(page, 3) == expected  # all at once
    conflicts = sum(expected[1:3]) - sum(column(page, 5)[1:3])
    said = f"{conflicts:,} bank conflict" if conflicts else "no bank conflict"
    expect(page.locator("#tile-heading")).to_contain_text(said)
    expect(page.locator("#tile-faults")).to_be_empty()


def test_the_steps_add_up_and_light_what_each_request_touches(window: Looked) -> None:
    page = at(window, Tile("r * 16 + c", side=16).address)
    slider = page.locator("#tile-step")
    slider.focus()
    before = [0, 0, 0, 0]
    for step in range(1, 4 * 8 + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#tile-step-of")).to_have_text(f"request {step} of 32")
        now = column(page, 3)
        access = (step - 1) // 8
        assert [one != other for one, other in zip(now, before, strict=True)].index(True) == access
        assert page.locator("#tile-totals .bar.now").count() == 1
        if access in (1, 2):
            for where in ("#tile-elements", "#tile-banks"):
                assert page.locator(f"{where} .cell.now").count() == LANES
            # A column of 16 x 16 is in 4 banks: all lanes clash. A row meets each bank once.
            assert page.locator("#tile-banks .clash.now").count() == (0 if access == 1 else LANES)
            assert page.locator("#tile-elements .cell:not(.empty)").count() == (
                32 * (step - 8) if access == 1 else 256
            )
        else:
            moved = now[access] - before[access]
            assert page.locator("#tile-memory .moved").count() == moved
        before = now
    assert before == column(page, 4)
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#tile-step-of")).to_have_text("all at once")


def test_a_request_is_told_in_words(window: Looked) -> None:
    page = at(window, "view=tile")
    expect(page.locator("#tile-told")).to_have_text(
        "Warp 0 loads from tile, c = 0: 32 wavefronts; 1 would do."
    )
    page.get_by_role("button", name="tile[16][17]").click()
    expect(page.locator("#tile-told")).to_have_text(
        "Warp 0 loads from tile, c = 0–1: 2 wavefronts; 1 would do."
    )
    # The two lanes that share a bank are marked, and so is the bank.
    assert page.locator("#tile-elements .clash.now").count() == 2
    assert page.locator("#tile-banks .clash.now").count() == 2
    assert page.locator("#tile-banks .demand.clash").count() == 1


def test_a_loop_over_fields_moves_the_same_sectors_again(window: Looked) -> None:
    page = at(window, "view=tile")
    page.get_by_role("button", name="A loop over fields").click()
    assert column(page, 4) == [32 * 32, 32 * 4]
    expect(page.locator("#tile-told")).to_have_text("Request 1 loads from in, r = 0: 32 sectors; 4 would do.")
    moved = """() => [...document.querySelectorAll("#tile-memory .row:has(.moved)")].map((row) =>
      [row.firstChild.textContent, [...row.querySelectorAll(".sector")].map((one) => one.className)])"""
    first = page.evaluate(moved)
    for _ in range(7):
        page.get_by_role("button", name="Next").click()
        assert page.evaluate(moved) == first
    page.get_by_role("button", name="Next").click()
    assert page.evaluate(moved) != first


def test_one_warp_alone_has_its_share_of_the_requests(window: Looked) -> None:
    page = at(window, Tile("r * 33 + c").address)
    whole = column(page, 4)
    page.select_option("#tile-warp", "3")
    assert column(page, 4) == [cost // 8 for cost in whole]
    expect(page.locator("#tile-step-of")).to_have_text("all at once")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#tile-told")).to_contain_text("Warp 3 loads from in, r = 3:")


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("store", "r * 31 + c", "are both stored at tile[31]: one is lost"),
        ("load", "r * 33 + c", "reads tile[33], where the store put element (1,1)"),
        ("load", "r * 32 + c + 32", "The load of element (0,0) reads tile[32]"),
    ],
)
def test_a_layout_that_loses_elements_is_named(window: Looked, field: str, text: str, words: str) -> None:
    page = at(window, "view=tile")
    page.fill(f"#tile-{field}", text)
    expect(page.locator("#tile-faults")).to_contain_text(words)


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("load", "r * 32 + (c ^ r", "Column 16: ‘)’ is missing, to close the ‘(’ in column 10"),
        ("in", "r * 1000000 * 1000000", "does not fit a 32-bit int"),
        ("store", "c - 1", "lane 0 is at byte -4, before the array"),
        ("out", "alert(1)", "functions such as ‘alert’ are not supported"),
    ],
)
def test_an_index_that_cannot_be_counted_is_blamed(window: Looked, field: str, text: str, words: str) -> None:
    page = at(window, "view=tile")
    page.fill(f"#tile-{field}", text)
    expect(page.locator("#tile-error")).to_contain_text(words)
    expect(page.locator(f"#tile-{field}")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#tile-form [aria-invalid=true]")).to_have_count(1)
    expect(page.locator("#tile-heading")).to_have_text("Nothing to count")
    assert page.locator("#tile-pictures").is_hidden()
    page.get_by_role("button", name="Swizzle").click()
    expect(page.locator("#tile-error")).to_be_empty()
    expect(page.locator("#tile-heading")).to_contain_text("no bank conflict")


def test_what_is_set_comes_back_from_the_address(window: Looked) -> None:
    page = at(window, "view=tile")
    page.fill("#tile-load", "r * pad + (c ^ r)")
    page.get_by_label("pad", exact=True).fill("36")
    page.select_option("#tile-in-by", "columns")
    page.select_option("#tile-size", "8")
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("location.hash.includes('step=66')")
    address = str(page.evaluate("location.hash")).removeprefix("#")
    seen = (page.inner_text("#tile-verdict"), page.inner_html("#tile-maps"), page.inner_text("#tile-totals"))
    again = at(window, address)
    assert seen == (
        again.inner_text("#tile-verdict"),
        again.inner_html("#tile-maps"),
        again.inner_text("#tile-totals"),
    )
    assert again.input_value("#tile-load") == "r * pad + (c ^ r)"
    assert again.input_value("#tile-in-by") == "columns"


def test_every_example_is_right_and_keeps_its_button(window: Looked) -> None:
    page = at(window, "view=tile")
    buttons = page.locator("#tile-examples button")
    assert buttons.count() >= 8
    for number in range(buttons.count()):
        buttons.nth(number).click()
        expect(buttons.nth(number)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#tile-says")).not_to_be_empty()
        expect(page.locator("#tile-error")).to_be_empty()
        expect(page.locator("#tile-faults")).to_be_empty()
        page.get_by_role("button", name="Next").click()
        expect(buttons.nth(number)).to_have_attribute("aria-pressed", "true")


def test_each_view_keeps_what_was_set_in_it(window: Looked) -> None:
    page = at(window, "access=in[i*8]")
    page.get_by_role("button", name="A whole tile").click()
    expect(page.locator("#request-view")).to_be_hidden()
    page.fill("#tile-store", "r * 40 + c")
    page.get_by_role("button", name="One request").click()
    expect(page.locator("#tile-view")).to_be_hidden()
    assert page.input_value("#access") == "in[i*8]"
    page.get_by_role("button", name="A whole tile").click()
    assert page.input_value("#tile-store") == "r * 40 + c"


def test_it_plays_only_for_who_wants_motion(browser: Browser, window: Looked) -> None:
    assert at(window, "view=tile").locator("#tile-play").is_hidden()
    context = browser.new_context(reduced_motion="no-preference", offline=True)
    try:
        page = context.new_page()
        page.goto(f"{EXPLORER}#view=tile&step=30")
        first = page.inner_text("#tile-step-of")
        page.get_by_role("button", name="Play").click()
        expect(page.locator("#tile-step-of")).not_to_have_text(first)
        page.get_by_role("button", name="Pause").click()
        stopped = page.inner_text("#tile-step-of")
        page.wait_for_timeout(800)
        assert page.inner_text("#tile-step-of") == stopped
    finally:
        context.close()


@pytest.mark.parametrize("address", ["", "access=tile[tid][col]&space=shared", "view=tile"])
def test_on_a_phone_the_picture_is_there_before_the_controls(window: Looked, address: str) -> None:
    page = visit(window, f"{EXPLORER}#{address}", PHONE)
    picture = page.locator("#tile-elements svg" if address == "view=tile" else "#memory")
    controls = page.locator(".controls:visible")
    top = picture.bounding_box()
    below = controls.bounding_box()
    assert top is not None and below is not None
    assert top["y"] + top["height"] <= below["y"]
    if not address.startswith("access"):  # the wavefronts of a conflict fill the first screen themselves
        assert top["y"] < PHONE.height * 0.75
    # Steps stay in reach while the picture is looked at.
    expect(page.get_by_role("button", name="Next")).to_be_in_viewport()


def test_it_is_drawn_when_the_page_is_there(browser: Browser) -> None:
    with opened(browser, EXPLORER) as looked:
        expect(looked.page.locator("#heading")).to_contain_text("32 lanes touch 8 sectors", timeout=1)
        assert looked.page.locator("#memory .moved").count() == 8
