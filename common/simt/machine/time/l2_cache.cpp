#include "time/l2_cache.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace simt {
namespace {

// DRAM is read 64 bytes at a time: a stride of 128 bytes fetched 64 a float on an H200 and an H100 .
constexpr unsigned kFetchedTogether = 2;

class Replay {
 public:
  Replay(const LaunchTraffic& traffic, const L2Shape& shape)
      : traffic_(traffic),
        lone_(shape.lone),
        wave_(std::max<std::uint64_t>(1, shape.wave)),
        capacity_(std::max<std::size_t>(
            1, static_cast<std::size_t>(shape.bytes / kLineBytes) >> traffic.sample_shift)) {
    replay_.places.resize(traffic.module == nullptr ? 0 : traffic.module->place_count);
  }

  L2Replay run() {
    std::vector<const LineTouch*> in_turn;
    in_turn.reserve(traffic_.touches.size());
    for (const LineTouch& touch : traffic_.touches) {
      in_turn.push_back(&touch);
      replay_.longest = std::max(replay_.longest, touch.step + 1);
    }
    std::stable_sort(in_turn.begin(), in_turn.end(), [this](const LineTouch* a, const LineTouch* b) {
      const std::uint64_t wave_of_a = a->block / wave_;
      const std::uint64_t wave_of_b = b->block / wave_;
      return wave_of_a != wave_of_b ? wave_of_a < wave_of_b : a->step < b->step;
    });
    for (const LineTouch* touch : in_turn) visit(*touch);
    for (const Line& line : lines_) fill(line, kFilled);
    const auto times = static_cast<double>(std::uint64_t{1} << traffic_.sample_shift);
    replay_.read *= times;
    replay_.written *= times;
    return std::move(replay_);
  }

 private:
  struct Line {
    std::uint64_t number = 0;
    unsigned valid = 0;  // sectors that are here whole
    std::array<std::uint64_t, 2> dirty{};
    std::uint32_t written_by = 0;
    std::uint64_t fetched_by = UINT64_MAX;  // the block
    std::uint32_t fetched_at = 0;           // the place
    std::uint32_t fetched_in = 0;           // the step of the block's warp
    bool is_regular = true;                 // what was written last
  };

  void visit(const LineTouch& touch) {
    Line& line = find(touch.line);
    DramCost& cost = replay_.places[touch.place];
    const unsigned sectors = sectors_of(touch.bytes);
    const std::size_t part = replay_.part_of(touch.step);
    cost.lines[part] += touch.requests;
    cost.sectors += touch.sectors;
    if (touch.op == Op::store) {
      line.dirty[0] |= touch.bytes[0];
      line.dirty[1] |= touch.bytes[1];
      line.written_by = touch.place;
      line.is_regular = touch.is_regular;
      return;
    }
    // What the kernel has written whole is here, too.
    const unsigned missing = sectors & ~(line.valid | whole(line));
    if (missing != 0) {
      unsigned fetched = 0;
      for (unsigned pair = 0; pair < kSectorsALine / kFetchedTogether; ++pair) {
        const unsigned both = 3U << pair * kFetchedTogether;
        if ((missing & both) != 0) fetched |= both;
      }
      const double bytes = __builtin_popcount(fetched & ~line.valid) * double{kSectorBytes};
      line.valid |= fetched;
      cost.read += bytes;
      cost.waits[part] += touch.at_once;
      replay_.read += bytes;
      if (line.valid == fetched && __builtin_popcount(fetched) == kFetchedTogether)
        note_lone(cost, lone_.read, touch.is_regular);
      line.fetched_by = touch.block;
      line.fetched_at = touch.place;
      line.fetched_in = touch.step;
    } else if (is_on_its_way(line, touch)) {
      cost.waits[part] += touch.at_once;
    }
    if (touch.op == Op::atomic) {
      for (unsigned sector = 0; sector < kSectorsALine; ++sector) {
        if ((sectors >> sector & 1U) != 0)
          line.dirty[sector / 2] |= 0xFFFFFFFFULL << (sector % 2 * kSectorBytes);
      }
      line.written_by = touch.place;
    }
  }

  // The warps of a block, and blocks that are there together, are here at about the same time.
  bool is_on_its_way(const Line& line, const LineTouch& touch) const {
    constexpr std::uint32_t kTogether = 4;  // steps
    return line.fetched_at == touch.place && line.fetched_by / wave_ == touch.block / wave_ &&
           touch.step <= line.fetched_in + kTogether;
  }

  // A sector that was written in part and nothing else is fetched, so that it can be written back as a whole. Where it is written in
  // several parts, one soon after the other, DRAM is not read (rgb_to_hsv of agreement/timing/practice.cu).
  void fill(const Line& line, double share) {
    const unsigned in_part = sectors_of(line.dirty) & ~(whole(line) | line.valid);
    if (in_part == 0) return;
    DramCost& cost = replay_.places[line.written_by];
    const double bytes = share * __builtin_popcount(in_part) * double{kSectorBytes};
    cost.read += bytes;
    replay_.read += bytes;
    if (__builtin_popcount(in_part) == 1) note_lone(cost, lone_.written, line.is_regular);
  }

  void note_lone(DramCost& cost, double ps, bool is_regular) {
    const double ns = (ps + (is_regular ? 0 : lone_.scattered)) * 1e-3;
    cost.lone_ns += ns;
  }

  static unsigned whole(const Line& line) {
    unsigned sectors = 0;
    for (unsigned sector = 0; sector < kSectorsALine; ++sector) {
      const std::uint64_t bytes = line.dirty[sector / 2] >> (sector % 2 * kSectorBytes) & 0xFFFFFFFFULL;
      sectors |= bytes == 0xFFFFFFFFULL ? 1U << sector : 0U;
    }
    return sectors;
  }

  Line& find(std::uint64_t number) {
    if (const auto known = where_.find(number); known != where_.end()) return lines_[known->second];
    if (lines_.size() >= capacity_) {
      const std::size_t place = next_to_leave();
      forget(lines_[place]);
      if (place + 1 != lines_.size()) {
        lines_[place] = lines_.back();
        where_[lines_[place].number] = place;
      }
      lines_.pop_back();
    }
    where_[number] = lines_.size();
    lines_.push_back({});
    lines_.back().number = number;
    return lines_.back();
  }

  // Any line may be the next: if it were the one that was used longest ago, an array a little larger than L2 that is read twice would come from
  // DRAM twice, and none does (layernorm_warp_8192x768 of agreement/timing/validation.cu and csr_scalar_banded of outside.cu, H100).
  std::size_t next_to_leave() {
    constexpr std::uint64_t kFactor = 6364136223846793005ULL;  // D. E. Knuth, MMIX's generator
    constexpr std::uint64_t kSum = 1442695040888963407ULL;
    drawn_ = drawn_ * kFactor + kSum;
    return static_cast<std::size_t>((drawn_ >> 32U) % lines_.size());
  }

  void forget(const Line& line) {
    fill(line, 1);
    const unsigned dirty = sectors_of(line.dirty);
    DramCost& cost = replay_.places[line.written_by];
    const double written = __builtin_popcount(dirty) * double{kSectorBytes};
    cost.written += written;
    replay_.written += written;
    if (__builtin_popcount(dirty) == 1) note_lone(cost, lone_.written, line.is_regular);
    where_.erase(line.number);
  }

  // Of what is still here when the launch ends, so much was fetched before: 0.76 to 0.98 (write_stride_2 and write_stride_32 on an H200).
  static constexpr double kFilled = 0.9;

  const LaunchTraffic& traffic_;
  LoneCosts lone_;
  std::uint64_t wave_;
  std::size_t capacity_;
  std::vector<Line> lines_;
  std::unordered_map<std::uint64_t, std::size_t> where_;  // in lines_
  std::uint64_t drawn_ = 0;
  L2Replay replay_;
};

}  // namespace

L2Replay replay_l2(const LaunchTraffic& traffic, const L2Shape& shape) {
  return Replay(traffic, shape).run();
}

}  // namespace simt
