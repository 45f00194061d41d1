#include "staging.h"

#include <algorithm>

#include "lab/accesses.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "tile_costs.h"

namespace staging {
namespace {

constexpr std::size_t kWavefrontBytes = 128;  // 32 banks of 4 bytes

std::string text_of(Range range) {
  const std::string tiles = range.count == 1 ? "tile " + std::to_string(range.first)
                                             : "tiles " + std::to_string(range.first) + " to " +
                                                   std::to_string(range.first + range.count - 1);
  return tiles + " of " + std::to_string(range.all);
}

}  // namespace

std::vector<Range> ranges() {
  const int all = lab::drawn("tiles of K", 9, 15);
  const int first = lab::drawn("first tile", 2, 6);
  return {{1, 0, 1}, {4, 3, 1}, {5, 0, 5}, {7, 2, 3}, {all, first, all - first}};
}

Range late_range() {
  constexpr int kPastFloat = lab::kPastFloat / TILE / TILE;
  const int first = kPastFloat + lab::drawn("first late tile", 1, 9);
  return {first + 3, first, 3};
}

Range weighed_range() {
  const int first = lab::drawn("first weighed tile", 1, 4);
  const int count = lab::drawn("weighed tiles", 6, 12);
  return {first + count + 1, first, count};
}

Staging::Staging(Range range, const lab::Use& use, bool has_all)
    : Problem(use, text_of(range)),
      range_(range),
      k_(
          *this, "K", static_cast<std::size_t>(range.all) * tiles::kTileHalves,
          [&] {
            const int there = range.all - (has_all ? 0 : range.first);
            return tiles::halves_of_any_bits(static_cast<std::size_t>(there) * tiles::kTileHalves,
                                             use.purpose);
          },
          has_all ? 0 : static_cast<std::size_t>(range.first) * tiles::kTileHalves),
      out_(*this, "out", static_cast<std::size_t>(range.count) * tiles::kTileHalves) {}

lab::Call Staging::call(const Kernel& kernel) const {
  const simt::LaunchShape launch{{static_cast<unsigned>(range_.count), 1, 1}, {STAGE_BLOCK, 1, 1}, 0};
  return lab::Kernel<decltype(stage_tile)>(kernel.name, kernel.from)
      .call(launch, k_.device(), range_.first, out_.device());
}

std::size_t Staging::source_of(std::size_t i) const {
  const std::size_t tile = i / tiles::kTileHalves + static_cast<std::size_t>(range_.first);
  const std::size_t chunk = i % tiles::kTileHalves / CHUNK / TILE;
  const std::size_t row = i / CHUNK % TILE;
  return tile * tiles::kTileHalves + row * TILE + chunk * CHUNK + i % CHUNK;
}

// Says what out[i] contains instead of its half. Bits are alike by chance in some places, so the whole chunk
// decides.
std::string Staging::found_in(std::size_t i) const {
  if (!out_.is_written(i)) return "was never written";
  const std::size_t begin = i / CHUNK * CHUNK;
  const auto holds_chunk = [&](std::size_t from) {
    for (std::size_t n = 0; n < CHUNK; ++n) {
      if (!out_.holds(begin + n, k_.value(from + n))) return false;
    }
    return true;
  };
  for (std::size_t from = k_.first(); from < k_.size(); from += CHUNK) {
    if (!holds_chunk(from)) continue;
    const std::size_t wanted = source_of(begin);
    const bool same_row = from / TILE == wanted / TILE;
    return "holds " + tiles::element_text("K", from + i % CHUNK) +
           (same_row
                ? ", another chunk of that row: are a chunk's place at the store and at the load the same?"
                : "");
  }
  return "holds the bits " + tiles::bits_text(out_[i]) +
         ", and its 16 bytes are no chunk of K: is a chunk split, or were its bits changed?";
}

bool Staging::expect_values(const lab::LaunchResult& run) const {
  const auto is_right = [this](std::size_t i) { return out_.holds(i, k_.value(source_of(i))); };
  const auto described = [this](std::size_t i) {
    return "out[" + std::to_string(i) + "], which " + found_in(i) + "\n  it must hold " +
           tiles::element_text("K", source_of(i)) + ": chunk " + std::to_string(source_of(i) % TILE / CHUNK) +
           " of row " + std::to_string(source_of(i) / TILE % TILE) + " of its tile" +
           lab::where_type_ends(source_of(i), "the index into K");
  };
  return lab::expect_values(run, {"out", "element", out_.size(), is_right, described});
}

bool Staging::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(
             run, lab::with_tables(run, {{"K", simt::Op::load}, {"out", simt::Op::store}}));
}

bool Staging::expect_least_traffic(const lab::LaunchResult& run) const {
  const std::uint64_t sectors = out_.bytes() / simt::kSectorBytes;
  const std::uint64_t requests = lab::requests_of_whole_warps(out_.bytes() / sizeof(uint4));
  return lab::expect_sectors(
             run, {{"K", simt::Op::load, sectors, requests}, {"out", simt::Op::store, sectors, requests}}) &&
         tile_costs::expect_sixteen_bytes(run, "K", simt::Op::load) &&
         tile_costs::expect_sixteen_bytes(run, "out", simt::Op::store);
}

bool Staging::expect_coalesced(const Kernel& kernel) {
  const lab::LaunchResult launched = run(kernel);
  if (!expect_right(launched) || !expect_least_traffic(launched)) return false;
  const lab::MarkedInShared marks(k_.device(), k_.bytes());
  return expect_least_traffic(run(kernel));
}

bool Staging::expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh) {
  const lab::MarkedInShared marks(k_.device(), k_.bytes());
  const lab::LaunchResult marked = run(kernel);
  const std::vector<__half> changed =
      tiles::marked_halves(k_.values(), [&](float word) { return marks.of(word); });
  lab::Passage passage{"out", "element", out_.size(), 0, ""};
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (out_.holds(i, changed[source_of(i)])) continue;
    if (passage.past++ == 0) passage.first = "out[" + std::to_string(i) + "]";
  }
  return lab::expect_passage(marked, passage) && weigh(marked);
}

bool Staging::expect_least_wavefronts(const lab::LaunchResult& run) const {
  const std::uint64_t least = out_.bytes() / kWavefrontBytes;
  return lab::expect_no_bank_conflicts(run) &&
         tile_costs::expect_wavefronts(run, simt::Op::store, least, "the stores to the tile") &&
         tile_costs::expect_wavefronts(run, simt::Op::load, least, "the loads of the tile");
}

lab::TimedKernel Staging::timed(const Kernel& kernel) {
  return contender(
      kernel.name, kernel.from, [this, kernel] { return call(kernel); }, [this] { return call(kPlain); });
}

}  // namespace staging
