#include "loading/drawn_schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace simt {
namespace {

// Each turn copies a block's lanes and shared memory.
constexpr unsigned kMostTurns = 64;
constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15ULL;

// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): the same numbers everywhere, unlike
// those of std::shuffle.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += kGoldenRatio;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30U) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EBULL;
    return mixed ^ mixed >> 31U;
  }

 private:
  std::uint64_t state_;
};

std::vector<unsigned> in_order(std::size_t count) {
  std::vector<unsigned> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

std::vector<unsigned> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<unsigned> order = in_order(count);
  Random random(seed);
  for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[random.next() % left]);
  return order;
}

}  // namespace

DrawnSchedule::DrawnSchedule(const Schedule& schedule, std::uint64_t first_block, std::uint64_t end_block,
                             std::uint64_t resident_blocks)
    : schedule_(schedule),
      first_block_(first_block),
      end_block_(end_block),
      resident_blocks_(std::max<std::uint64_t>(resident_blocks, 1)) {}

std::uint64_t DrawnSchedule::seed_for(Drawn what, std::uint64_t number) const {
  Random random(schedule_.seed * kGoldenRatio + static_cast<std::uint64_t>(what));
  return random.next() + number * kGoldenRatio;
}

std::uint64_t DrawnSchedule::block_at(std::uint64_t position) {
  if (!schedule_.draws(Drawn::blocks) || position >= end_block_) return position;
  const std::uint64_t window = (position - first_block_) / resident_blocks_;
  const std::uint64_t begin = first_block_ + window * resident_blocks_;
  if (window != window_) {
    window_ = window;
    const auto count = static_cast<std::size_t>(std::min(resident_blocks_, end_block_ - begin));
    window_order_ = in_order(count);
    ExchangedOrder described;
    described.what = Drawn::blocks;
    described.from = begin;
    exchange(window_order_, shuffled(count, seed_for(Drawn::blocks, window)), described);
  }
  return begin + window_order_[static_cast<std::size_t>(position - begin)];
}

void DrawnSchedule::order_in(Drawn what, std::uint64_t block, std::vector<unsigned>& order) {
  std::iota(order.begin(), order.end(), 0U);
  if (!schedule_.draws(what)) return;
  ExchangedOrder described;
  described.what = what;
  described.block = block;
  exchange(order, shuffled(order.size(), seed_for(what, block)), described);
}

// As many exchanges as are left: each number of the drawn order moves to its place, neighbour by neighbour.
void DrawnSchedule::exchange(std::vector<unsigned>& order, const std::vector<unsigned>& drawn,
                             const ExchangedOrder& described) {
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(place);
    const auto found = std::find(first, order.end(), drawn[place]);
    const std::uint64_t left = schedule_.exchanges - exchanged_.made;
    const auto steps = std::min<std::uint64_t>(static_cast<std::uint64_t>(found - first), left);
    if (steps == 0) continue;
    const auto moved = found - static_cast<std::ptrdiff_t>(steps);
    std::rotate(moved, found, found + 1);
    const std::uint64_t made = exchanged_.made + steps;
    exchanged_ = described;
    exchanged_.made = made;
    exchanged_.later = described.from + *std::next(moved);
    exchanged_.earlier = described.from + *moved;
  }
}

bool DrawnSchedule::sets_aside(std::uint64_t block, std::uint64_t phase) {
  if (!schedule_.draws(Drawn::turns) || turns_ == kMostTurns) return false;
  if (exchanged_.made == schedule_.exchanges) return false;
  if (Random(seed_for(Drawn::turns, block) ^ phase * kGoldenRatio).next() % 2 != 0) return false;
  ++turns_;
  const std::uint64_t made = exchanged_.made + 1;
  exchanged_ = {};
  exchanged_.made = made;
  exchanged_.what = Drawn::turns;
  exchanged_.block = block;
  return true;
}

}  // namespace simt
