#include "predictions.h"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <tuple>
#include <type_traits>

#include "lab/values.h"
#include "simt/words.h"

namespace sweep {
namespace {

std::vector<WarpPattern> patterns_of(const std::vector<Example>& examples) {
  std::vector<WarpPattern> patterns;
  patterns.reserve(examples.size());
  for (const Example& example : examples) patterns.push_back(example.pattern);
  return patterns;
}

// Easier to work out by hand.
bool is_simpler(const Example& a, const Example& b) {
  const auto effort = [](const Example& e) {
    return std::make_tuple(e.sectors, e.pattern.stride, e.pattern.byte_offset);
  };
  return effort(a) < effort(b);
}

// --- The usual wrong ways to predict, each as the answer that it comes to.

constexpr int kSectorBytes = simt::kSectorBytes;

// The active lanes: how many, and from where to where.
struct ActiveLanes {
  int count = 0;
  int first = 0;
  int last = -1;
};

ActiveLanes active_lanes(const WarpPattern& pattern) {
  ActiveLanes lanes;
  for (int lane = 0; lane < simt::kWarpSize; ++lane) {
    if (!is_active(pattern, lane)) continue;
    if (lanes.count++ == 0) lanes.first = lane;
    lanes.last = lane;
  }
  return lanes;
}

int sectors_that_hold(int bytes) { return (bytes + kSectorBytes - 1) / kSectorBytes; }

// The sectors that lanes start in, when they are `step` bytes apart.
int with_step(const WarpPattern& pattern, int step) {
  return sectors_of({1, step, pattern.byte_offset, pattern.active});
}

// Bytes from the first active lane's first to the last one's last.
int span_of(const WarpPattern& pattern, const ActiveLanes& lanes) {
  return ((lanes.last - lanes.first) * pattern.stride + 1) * pattern.element_bytes;
}

int span_divided(const WarpPattern& pattern) {
  const ActiveLanes lanes = active_lanes(pattern);
  return lanes.count == 0 ? 0 : sectors_that_hold(span_of(pattern, lanes));
}

int gaps_counted(const WarpPattern& pattern) {
  const ActiveLanes lanes = active_lanes(pattern);
  if (lanes.count == 0) return 0;
  const int first = pattern.byte_offset + lanes.first * pattern.stride * pattern.element_bytes;
  return (first + span_of(pattern, lanes) - 1) / kSectorBytes - first / kSectorBytes + 1;
}

// Changes of the sector's number, where a Number of fewer bits than an int keeps it, or its byte.
template <class Number>
int changes_of(const WarpPattern& pattern) {
  int changes = 0;
  int last = -1;
  for (int lane = 0; lane < simt::kWarpSize; ++lane) {
    if (!is_active(pattern, lane)) continue;
    const int byte = pattern.byte_offset + lane * pattern.stride * pattern.element_bytes;
    int sector = 0;
    if constexpr (std::is_floating_point_v<Number>) {
      sector = static_cast<int>(static_cast<Number>(byte) / kSectorBytes);
    } else {
      sector = static_cast<Number>(byte / kSectorBytes);
    }
    changes += sector != last ? 1 : 0;
    last = sector;
  }
  return changes;
}

struct Mistake {
  int (*answer)(const WarpPattern&);
  const char* advice;
};

constexpr Mistake kMistakes[] = {
    {[](const WarpPattern& p) {
       return sectors_of({p.element_bytes, p.stride, p.byte_offset, ~0U});
     },
     "inactive lanes are counted: a lane whose bit in `active` is 0 touches nothing"},
    {[](const WarpPattern& p) {
       return sectors_of({p.element_bytes, p.stride, 0, p.active});
     },
     "`byte_offset` is left out: where a warp starts within a sector decides how many it touches"},
    {[](const WarpPattern& p) { return with_step(p, p.stride * static_cast<int>(sizeof(float))); },
     "every element is taken for 4 bytes: use `element_bytes`"},
    {[](const WarpPattern& p) { return with_step(p, p.stride); },
     "`stride` is taken for bytes: it counts elements of `element_bytes` bytes"},
    {[](const WarpPattern& p) { return active_lanes(p).count; },
     "every active lane counts a sector: lanes that share one touch it once"},
    {[](const WarpPattern& p) { return sectors_that_hold(active_lanes(p).count * p.element_bytes); },
     "only the requested bytes are counted: a sector counts whole, however little of it is used"},
    {span_divided,
     "the bytes from the first lane to the last are divided by 32: that counts the gaps between lanes, and "
     "forgets where the warp starts within a sector"},
    {changes_of<std::int16_t>,
     "the sector's number is kept in 16 bits: sectors 65,536 apart then look like one. Keep it in an int"},
    {changes_of<float>,
     "the address is kept in a float: it has 24 bits, and an address needs up to 31. Keep it in an int"},
    {gaps_counted, "sectors in the gaps between lanes are counted: no lane touches them"},
};

}  // namespace

Predictions::Predictions(std::vector<Example> examples, const lab::Use& use)
    : Problem(use, "n = " + std::to_string(examples.size())),
      examples_(std::move(examples)),
      patterns_(*this, "patterns", examples_.size(), [this] { return patterns_of(examples_); }),
      sectors_(*this, "sectors", examples_.size()) {}

lab::LaunchResult Predictions::run() {
  const auto n = static_cast<int>(examples_.size());
  return Problem::run(lab::Kernel<decltype(predict_sectors)>("predict_sectors")
                          .call(lab::blocks_of(BLOCK, n), patterns_.device(), sectors_.device(), n));
}

bool Predictions::is_right(std::size_t i) const {
  return sectors_.is_written(i) && sectors_[i] == examples_[i].sectors;
}

std::string Predictions::describe(std::size_t i) const {
  const Example& example = examples_[i];
  const WarpPattern& pattern = example.pattern;
  std::ostringstream text;
  text << "sectors[" << i << "], which ";
  if (sectors_.is_written(i)) {
    text << "holds " << sectors_[i];
  } else {
    text << "was never written";
  }
  text << "\n  element_bytes " << pattern.element_bytes << ", stride " << pattern.stride << ", byte_offset "
       << pattern.byte_offset << ", active 0x" << std::hex << std::setfill('0') << std::setw(8)
       << pattern.active << std::dec << ": " << simt::plural(example.sectors, "sector") << " ("
       << example.source << ")";
  return text.str();
}

// The mistake that explains every single answer; empty when none does.
std::string Predictions::likely_mistake() const {
  for (const Mistake& mistake : kMistakes) {
    bool explains = true;
    for (std::size_t i = 0; i < examples_.size() && explains; ++i)
      explains = sectors_.is_written(i) && sectors_[i] == mistake.answer(examples_[i].pattern);
    if (explains) return std::string("\n  ") + mistake.advice;
  }
  return "";
}

bool Predictions::expect_right(const lab::LaunchResult& run, const std::string& name,
                               std::size_t first) const {
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < first; ++i) {
    if (!is_right(i)) wrong.push_back(i);
  }
  const std::size_t right = first - wrong.size();
  if (lab::weigh(static_cast<double>(right), lab::Comparison::exactly, static_cast<double>(first), name))
    return true;
  const std::size_t simplest =
      *std::min_element(wrong.begin(), wrong.end(),
                        [&](std::size_t a, std::size_t b) { return is_simpler(examples_[a], examples_[b]); });
  lab::fail_values(run, "sectors", {wrong.size(), first, "prediction", "simplest"},
                   describe(simplest) + likely_mistake());
  return false;
}

}  // namespace sweep
