// The usual wrong ways to predict the sectors of a pattern, each as the answer that it comes to.
#include "predictions.h"
#include "simt/request.h"

namespace sweep {
namespace {

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

}  // namespace

const std::vector<Mistake>& prediction_mistakes() {
  static const std::vector<Mistake> mistakes{
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
       "only the bytes asked for are counted: a sector counts whole, however little of it is asked for"},
      {span_divided,
       "the bytes from the first lane to the last are divided by 32: that counts the gaps between lanes, and "
       "forgets where the warp starts within a sector"},
      {gaps_counted, "sectors in the gaps between lanes are counted: no lane touches them"},
  };
  return mistakes;
}

}  // namespace sweep
