// Reads that lie before another block's write because that block has seen a store, or an atomic operation, that came behind them.
//
// A block reads, passes a barrier, and one of its threads stores a flag or a sum: relaxed, with no fence. What it read it has by then.
// A block that sees the store and then writes cannot change it any more: a read does not see a write that depends on what came after
// the read (PTX ISA, "Memory Consistency Model", "No-Thin-Air"). Algorithms that work in place rely on it: cub::DeviceSelect writes
// where blocks before it have read, once they have told how many elements they keep.
//
// This orders reads before writes alone. A write before such a store needs a fence, whatever comes after it. It is followed where it can
// matter and costs little: in kernels that have fences, as those have that wait for other blocks, and may store to what they load.
//
// A publication is such a store's block and barrier. They have numbers, in order of time, and who sees a store knows a set of numbers:
// those that the storing thread knew, and its own block's. In a chain of blocks, where each sees what the one before it stored, the set
// is one range.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "memory/mark.h"

namespace simt {

class PublicationSet {
 public:
  void add(std::uint32_t number) { add_range({number, number + 1}); }
  void add(const PublicationSet& others);
  bool has(std::uint32_t number) const;
  bool includes(const PublicationSet& others) const;

 private:
  using Range = std::pair<std::uint32_t, std::uint32_t>;  // from one number up to another
  // Whoever has seen a few here and there forgets the oldest: a read is then not known to come before a write.
  static constexpr std::size_t kMostRanges = 64;

  void add_range(Range added);

  std::vector<Range> ranges_;  // ascending, with gaps between them
};

// Null: none. What several hold is never changed.
using SeenPublications = std::shared_ptr<const PublicationSet>;

// Adds `more` to what is seen.
void join_others(SeenPublications& seen, const SeenPublications& more);
inline void join(SeenPublications& seen, const SeenPublications& more) {
  if (more != nullptr && seen != more) join_others(seen, more);
}

class PublishedReads {
 public:
  void clear();
  // Returns the number of what a block publishes that passed its last barrier in that epoch. The block is named by the epoch that it
  // began in.
  std::uint32_t publish(std::uint64_t block, std::uint64_t barrier);
  // Whether the read is one of those before a publication that was seen. `block`: as KnownAccesses::holds() takes it.
  bool hold(const SeenPublications& seen, Mark read, std::uint64_t block) const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Publication {
    std::uint64_t barrier = 0;
    std::uint32_t before = kNone;  // the same block's
  };
  std::vector<Publication> all_;
  std::map<std::uint64_t, std::uint32_t> last_of_block_;
};

}  // namespace simt
