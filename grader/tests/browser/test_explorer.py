"""The explorer at work: it counts as the hardware did, draws that, and its address holds what is set."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from grader.core.paths import current_project
from grader.tests.browser.chromium import Looked

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PROJECT = current_project()
EXPLORER = (PROJECT.root / "docs" / "explorer" / "index.html").as_uri()
PATTERNS = PROJECT.root / "common" / "simt" / "data" / "h200_warp_patterns.csv"
TILE_PATTERNS = PATTERNS.with_name("h200_tile_patterns.csv")
ROWS = 960
COUNTERS = {
    "requests": "requests",
    "sectors": "sectors",
    "wavefronts": "wavefronts",
    "bank_conflicts": "bankConflicts",
}
TO_REQUEST = """(row) => ({
  space: row.space, op: row.op === "ld" ? "load" : "store", width: Number(row.width_bytes),
  addresses: Array.from({ length: 32 }, (_, lane) => row[`lane${lane}`])
    .map((byte) => (byte < 0 ? null : Number(byte))),
})"""
# What the two pictures show of each request: sectors moved; rows of wavefronts, and those beyond the least.
DRAWN = f"""(rows) => rows.map({TO_REQUEST}).map((request) => {{
  const all = explorer.steps.whole(request);
  const memory = explorer.drawing.memory(request, all);
  const waves = request.space === "shared" ? explorer.drawing.wavefronts(request, all) : null;
  return {{
    sectors: memory.querySelectorAll(".moved").length,
    wavefronts: waves ? waves.querySelectorAll(".row:not(.head)").length : null,
    conflicts: waves ? waves.querySelectorAll(".row.extra").length : null,
    steps: explorer.steps.stepsOf(request, request.addresses, waves ? "wavefronts" : "lanes").length,
    active: request.addresses.filter((byte) => byte !== null).length,
  }};
}})"""

Open = Callable[[str], Page]


@pytest.fixture
def explorer(window: Looked) -> Open:
    """Opens the explorer at what follows the #."""

    def at(address: str) -> Page:
        window.page.goto("about:blank")
        window.page.goto(f"{EXPLORER}#{address}")
        return window.page

    return at


def measured() -> list[dict[str, str]]:
    with PATTERNS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def shown(page: Page) -> dict[str, int]:
    """The numbers under the verdict, by their names."""
    found = page.locator("#numbers > div")
    return {
        found.nth(at).locator("dt").inner_text(): int(
            found.nth(at).locator(".number").inner_text().replace(",", "")
        )
        for at in range(found.count())
    }


def test_the_counts_are_the_hardwares_on_every_measured_row(explorer: Open) -> None:
    rows = measured()
    assert len(rows) == ROWS
    counted = cast(
        list[dict[str, int]],
        explorer("").evaluate(f"(rows) => rows.map({TO_REQUEST}).map(explorer.counting.cost)", rows),
    )
    compared = 0
    for row, cost in zip(rows, counted, strict=True):
        for counter, name in COUNTERS.items():
            if row[counter]:
                assert cost[name] == int(row[counter]), f"row {row['id']}: {counter}"
                compared += 1
    # Requests and sectors of each global row; requests, wavefronts and conflicts of each shared one.
    shared = sum(row["space"] == "shared" for row in rows)
    assert compared == 2 * (ROWS - shared) + 3 * shared
    assert 0 < shared < ROWS


def test_the_pictures_show_what_is_counted_on_every_measured_row(explorer: Open) -> None:
    rows = measured()
    drawn = cast(list[dict[str, Any]], explorer("").evaluate(DRAWN, rows))
    for row, picture in zip(rows, drawn, strict=True):
        if row["space"] == "global":
            assert picture["sectors"] == int(row["sectors"]), row["id"]
            assert picture["steps"] == picture["active"], row["id"]
        else:
            assert picture["wavefronts"] == picture["steps"] == int(row["wavefronts"]), row["id"]
            assert picture["conflicts"] == int(row["bank_conflicts"]), row["id"]


TO_MATRICES = """(row) => ({
  space: "shared", op: "load", width: 16, matrices: Number(row.kind[3]),
  addresses: Array.from({ length: 32 }, (_, lane) => row[`shared${lane}`])
    .map((byte, lane) => (lane < 8 * row.kind[3] ? Number(byte) : null)),
})"""


def test_matrices_cost_what_the_hardware_counted_of_every_measured_ldmatrix(explorer: Open) -> None:
    with TILE_PATTERNS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"].startswith("ldm")]
    assert {row["kind"] for row in rows} == {"ldm1", "ldm2", "ldm4", "ldm1t", "ldm2t", "ldm4t"}
    counted = cast(
        list[dict[str, int]],
        explorer("").evaluate(f"(rows) => rows.map({TO_MATRICES}).map(explorer.counting.cost)", rows),
    )
    for number, (row, cost) in enumerate(zip(rows, counted, strict=True), start=1):
        assert cost["wavefronts"] == int(row["ld_wavefronts"]), f"row {number}"
        assert cost["bankConflicts"] == int(row["ld_conflicts"]), f"row {number}"


# What ncu counted of whole kernels on an H200 (in the course's record): sectors per request, or conflicts
# per load.
@pytest.mark.parametrize(
    ("address", "name", "number"),
    [
        *((f"access=in[i*stride]&.stride={stride}", "Sectors", sectors) for stride, sectors in
          ((1, 4), (2, 8), (3, 12), (4, 16), (8, 32), (16, 32), (32, 32))),
        *((f"access=in[i%2Bk]&.k={offset}", "Sectors", sectors) for offset, sectors in
          ((1, 5), (4, 5), (17, 5), (8, 4), (32, 4))),
        ("access=p[i*8%2Bfield]&.field=3", "Sectors", 32),
        ("access=in[i]&size=16", "Sectors", 16),
        ("access=out[i*1024]&op=store", "Sectors", 32),
        ("access=tile[tid][col]&space=shared&.col=7&.pitch=32", "Bank conflicts", 31),
        ("access=tile[tid][col]&space=shared&.col=7&.pitch=33", "Bank conflicts", 0),
        ("access=tile[tid][col^tid]&space=shared&.col=7&.pitch=32", "Bank conflicts", 0),
        ("access=tile[tid%2516][tid/16]&space=shared&.pitch=17", "Bank conflicts", 1),
        ("access=tile[tid/16][tid%2516]&space=shared&op=store&.pitch=17", "Bank conflicts", 1),
        # The exception for wide loads: lane pairs that read one element are served twice as many at a time.
        ("access=tile[tid/2]&space=shared&size=8", "Wavefronts", 1),
        ("access=tile[tid/2]&space=shared&size=8&op=store", "Wavefronts", 2),
    ],
)  # fmt: skip
def test_an_access_of_a_known_kernel_costs_what_was_measured(
    explorer: Open, address: str, name: str, number: int
) -> None:
    assert shown(explorer(address))[name] == number


def test_every_example_says_what_it_shows_and_none_is_wrong(explorer: Open) -> None:
    page = explorer("")
    buttons = page.locator("#request-view .preset")
    assert buttons.count() >= 15
    for at in range(buttons.count()):
        buttons.nth(at).click()
        expect(buttons.nth(at)).to_have_attribute("aria-pressed", "true")
        assert page.locator("#request-view .preset[aria-pressed=true]").count() == 1
        expect(page.locator("#says")).not_to_be_empty()
        expect(page.locator("#error")).to_be_empty()
        assert shown(page)["Requests"] == 1


def test_matrices_conflict_by_the_pitch_of_their_rows(explorer: Open) -> None:
    page = explorer("access=tile[lane%2516][lane/16*8]&op=ldmatrix.x4&.pitch=64")
    expect(page.locator("#heading")).to_have_text(
        "4 matrices take 32 wavefronts; 4 would do: 28 bank conflicts"
    )
    assert page.locator("#waves .group").all_inner_texts() == [
        f"matrix {matrix}: lanes {8 * matrix}–{8 * matrix + 7}" for matrix in range(4)
    ]
    page.get_by_label("pitch elements in a row of the array").fill("72")
    expect(page.locator("#heading")).to_have_text("4 matrices take 4 wavefronts: no bank conflict")
    page.locator("#as-table summary").click()
    row = page.locator("#table tbody tr").nth(9)
    assert [cell.strip() for cell in row.all_inner_texts()[0].split("\t")] == [
        "9", "1 of matrix 1", "1,296–1,311", "4–7",
    ]  # fmt: skip


def test_matrices_are_of_halves_in_shared_memory_and_all_lanes_take_part(explorer: Open) -> None:
    page = explorer("access=tile[lane][0]&lanes=ff&size=16&.pitch=64")
    page.select_option("#op", "ldmatrix.x1")
    expect(page.locator("#heading")).to_have_text("1 matrix takes 8 wavefronts; 1 would do: 7 bank conflicts")
    assert [page.input_value(f"#{field}") for field in ("space", "size", "active")] == ["shared", "2", "all"]
    for field in ("size", "active"):
        expect(page.locator(f"#{field}")).to_be_disabled()
    lanes = page.locator("#lanes button")
    assert page.locator("#lanes [aria-pressed=true]").count() == 8
    expect(lanes.nth(3)).to_have_accessible_name("Lane 3: row 3 of matrix 0, bytes 384–399, banks 0–3")
    expect(lanes.nth(8)).to_have_accessible_name(
        "Lane 8 gives no address: ldmatrix.x1 takes those of lanes 0–7"
    )
    lanes.nth(3).click(force=True)
    expect(lanes.nth(3)).to_have_attribute("aria-pressed", "true")
    page.fill("#access", "tile[lane][lane]")
    expect(page.locator("#error")).to_contain_text("Let each row begin at a multiple of 8 halves")
    page.select_option("#space", "global")
    expect(page.locator("#op")).to_have_value("load")
    expect(page.locator("#size")).to_be_enabled()


@pytest.mark.parametrize("instruction", ["ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4"])
def test_a_link_to_matrices_reproduces_them(explorer: Open, instruction: str) -> None:
    page = explorer("access=tile[lane%258][lane/8*8]&space=shared&.pitch=64")
    page.select_option("#op", instruction)
    page.select_option("#by", "wavefronts")
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("location.hash.includes('step=1')")
    seen = [page.inner_text(place) for place in ("#verdict", "#told", "#waves")]
    again = explorer(str(page.evaluate("location.hash")).removeprefix("#"))
    assert [again.inner_text(place) for place in ("#verdict", "#told", "#waves")] == seen
    assert again.input_value("#op") == instruction


def test_what_is_set_is_in_the_address_and_comes_back_from_it(explorer: Open) -> None:
    page = explorer("")
    page.fill("#access", "tile[tid + k][col ^ tid]")
    page.select_option("#space", "shared")
    page.select_option("#op", "store")
    page.select_option("#size", "8")
    page.fill("#base", "256")
    page.get_by_label("k", exact=True).fill("3")
    page.get_by_label("pitch elements in a row of the array").fill("40")
    page.select_option("#active", "first")
    page.fill("#first", "20")
    page.get_by_role("button", name="Lane 4:").click()  # on a lane that takes part: it leaves
    page.select_option("#by", "wavefronts")
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("location.hash.includes('step=1')")
    address = page.evaluate("location.hash")
    seen = (page.inner_text("#verdict"), shown(page), page.inner_text("#told"), page.inner_html("#waves"))
    again = explorer(str(address).removeprefix("#"))
    assert seen == (
        again.inner_text("#verdict"),
        shown(again),
        again.inner_text("#told"),
        again.inner_html("#waves"),
    )
    assert again.input_value("#access") == "tile[tid + k][col ^ tid]"
    assert "19 lanes" in again.inner_text("#heading")


@pytest.mark.parametrize(
    "address",
    [
        "access=<img src=x onerror=alert(1)>",
        "access=in[<script>alert(1)</script>]",
        "access=in[__proto__+%2B+constructor]&.__proto__=1&.constructor=zzz",
        "access=in[toString]",
        "access=in[i]&size=3&space=moon&op=burn&base=-7&lanes=xyz&step=9999999&by=night",
        "access=" + "(" * 190,
        "access=" + "~" * 190 + "1",
        "access=in[i]&lanes=0",
        "access=%E0%A4%A",
    ],
)
def test_an_address_made_by_hand_does_no_harm(explorer: Open, address: str) -> None:
    page = explorer(address)
    expect(page.locator("#heading")).not_to_be_empty()
    assert page.locator("img, main script").count() == 0


def test_a_lane_is_let_in_and_out_by_mouse_and_keys(explorer: Open) -> None:
    page = explorer("access=in[i]")
    lanes = page.locator("#lanes button")
    assert lanes.count() == 32
    lanes.nth(31).click()
    expect(lanes.nth(31)).to_have_attribute("aria-pressed", "false")
    assert page.input_value("#active") == "first"
    lanes.nth(0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(lanes.nth(9)).to_be_focused()
    expect(lanes.nth(9)).to_have_accessible_name("Lane 9: element 9, bytes 36–39, sector 1")
    expect(page.locator("#pointed")).to_contain_text("Lane 9: element 9")
    page.keyboard.press("Space")
    expect(lanes.nth(9)).to_be_focused()
    expect(lanes.nth(9)).to_have_accessible_name("Lane 9 is not active")
    assert page.input_value("#active") == "own"
    page.keyboard.press("End")
    expect(lanes.nth(31)).to_be_focused()
    expect(page.locator("#heading")).to_contain_text("30 lanes touch 4 sectors")


def test_steps_add_up_to_the_whole(explorer: Open) -> None:
    page = explorer("access=in[i*3%2B1]&lanes=00ff00ff")
    total = shown(page)["Sectors"]
    page.locator("#step").focus()
    before = 0
    for step in range(1, 17):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#step-of")).to_have_text(f"step {step} of 16")
        moved = page.locator("#memory .moved").count()
        assert before <= moved <= before + 1
        plural = "" if moved == 1 else "s"
        expect(page.locator("#told")).to_contain_text(f"{moved} sector{plural} for {step} lane")
        assert page.locator("#lanes .later").count() == 16 - step
        before = moved
    assert before == total
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#step-of")).to_have_text("all at once")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#step-of")).to_have_text("step 16 of 16")


def test_wavefronts_are_gone_through_one_by_one(explorer: Open) -> None:
    page = explorer("access=tile[tid*4]&space=shared&by=wavefronts")
    assert shown(page)["Wavefronts"] == 4
    for step, lanes in enumerate(("0–7", "8–15", "16–23", "24–31"), start=1):
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#told")).to_have_text(
            f"Wavefront {step} of 4: 8 banks of 32 give a word, to lanes {lanes}."
        )
        assert page.locator("#waves .current").count() == 1
        assert page.locator("#lanes .now").count() == 8
        assert page.locator("#waves .box:not(.later)").count() == 8 * step


def test_counts_are_announced_politely(explorer: Open) -> None:
    page = explorer("access=in[i*stride]&.stride=2")
    for place in ("#verdict", "#told", "#error"):
        expect(page.locator(place)).to_have_attribute("aria-live", "polite")
    page.get_by_label("stride", exact=True).fill("4")
    expect(page.locator("#verdict")).to_contain_text("32 lanes touch 16 sectors; 4 would do")
    page.get_by_label("stride, slider").press("ArrowRight")
    expect(page.locator("#verdict")).to_contain_text("20 sectors")
    assert page.get_by_label("stride", exact=True).input_value() == "5"


def test_the_table_says_all_that_the_picture_shows(explorer: Open) -> None:
    page = explorer("access=in[31-i]&lanes=80000001&base=128")
    page.locator("#as-table summary").click()
    rows = page.locator("#table tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [["0", "31", "252–255", "7"], ["31", "0", "128–131", "4"]]


def test_a_new_address_wins_over_a_save_that_is_due(explorer: Open) -> None:
    page = explorer("access=in[i]")
    # The save comes after the new address is set, and before the page hears of it.
    page.evaluate(
        "() => { location.hash = '#access=in[i*8]'; history.replaceState(null, '', '#access=in[i]'); }"
    )
    expect(page.locator("#heading")).to_contain_text("32 lanes touch 32 sectors")
    expect(page.locator("#access")).to_have_value("in[i*8]")


CONFLICTING = (
    "access=tile[tid][col]&space=shared&.col=0&.pitch=32",
    "access=tile[lane%2516][lane/16*8]&op=ldmatrix.x4&.pitch=64",
)


@pytest.mark.parametrize("address", CONFLICTING, ids=["index", "ldmatrix"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 900), (1280, 900), (1440, 900)])
def test_the_first_screen_has_the_field_and_the_picture_that_it_changes(
    explorer: Open, width: int, height: int, address: str
) -> None:
    page = explorer(address)
    page.set_viewport_size({"width": width, "height": height})
    field, picture, steps = (
        page.locator(one).bounding_box() for one in ("#access", "#waves .head", ".stepper >> nth=0")
    )
    assert field and picture and steps
    assert 0 <= field["y"] < picture["y"]
    assert picture["y"] + picture["height"] <= steps["y"]  # not under the bar that stays at the bottom
    assert steps["y"] + steps["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_copy_link_takes_the_picture_as_it_is_now(explorer: Open) -> None:
    page = explorer("access=in[i]")
    page.evaluate(
        """() => Object.defineProperty(navigator, "clipboard", {
          configurable: true, value: { writeText: async (text) => { globalThis.copied = text; } } })"""
    )
    page.fill("#access", "in[i * 8]")
    page.locator("#form .copy-link").click()  # before the address is saved
    expect(page.locator("#form .copied")).to_have_text("The link to this picture is in the clipboard.")
    again = explorer(str(page.evaluate("copied")).partition("#")[2])
    expect(again.locator("#heading")).to_contain_text("32 lanes touch 32 sectors")
    # A browser that refuses still shows the link; another access takes the sentence away.
    again.evaluate(
        """() => Object.defineProperty(navigator, "clipboard", {
          configurable: true, value: { writeText: () => Promise.reject(new Error("refused")) } })"""
    )
    again.locator("#form .copy-link").click()
    expect(again.locator("#form .copied")).to_contain_text("access=in[i")
    again.fill("#access", "in[i]")
    expect(again.locator("#form .copied")).to_be_empty()


COLUMN = " ".join(str(128 * lane) for lane in range(32))


def test_a_list_of_addresses_is_drawn_as_it_is(explorer: Open) -> None:
    page = explorer(f"access={{{COLUMN}}}&space=shared&op=load&size=4".replace(" ", "+"))
    expect(page.locator("#heading")).to_have_text(
        "32 lanes take 32 wavefronts; 1 would do: 31 bank conflicts"
    )
    page.locator("#access").fill("{0, 4, 8}")
    expect(page.locator("#error")).to_contain_text("the list has 3 addresses, and none for lane 3")
    page.locator("#active").select_option("first")
    page.locator("#first").fill("3")
    expect(page.locator("#heading")).to_have_text("3 lanes take 1 wavefront: no bank conflict")
    page.wait_for_function("() => location.hash.includes('lanes=7')")
    address = page.url.partition("#")[2]
    again = explorer(address)
    expect(again.locator("#access")).to_have_value("{0, 4, 8}")
    expect(again.locator("#heading")).to_have_text("3 lanes take 1 wavefront: no bank conflict")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{0 4", "Column 5: ‘}’ is missing"),
        ("{}", "Column 1: the list is empty"),
        ("{0 x}", "Column 4: a list holds the lanes’ addresses in bytes"),
        ("{0 -4}", "Column 4: a list holds"),
        ("{0} + 1", "Column 5: the list of addresses ends"),
        ("{" + "0 " * 33 + "}", "Column 66: a warp has 32 lanes"),
        ("{" + "2 " * 32 + "}", "lane 0 is at byte 2, which is not a multiple of 4"),
    ],
)
def test_a_list_that_is_none_says_why(explorer: Open, text: str, says: str) -> None:
    page = explorer("access=in[i]")
    page.locator("#access").fill(text)
    expect(page.locator("#error")).to_contain_text(says)


def test_a_tile_takes_no_list(explorer: Open) -> None:
    page = explorer("view=tile&load=%7B0+4%7D")
    expect(page.locator("#tile-view")).to_contain_text("a list of addresses is one request’s")
