// What a thread knows of other threads' accesses: of each thread, or of all of a block, all that it did before some epoch.
//
// This is what one thread hands to another by way of an object in memory: who releases it writes what it knows there, and who
// acquires it knows that, too. See access_order.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "memory/mark.h"

namespace simt {

class KnownAccesses {
 public:
  static constexpr unsigned kAllThreads = 1024;

  // All that the thread did before the epoch `until`. Its block is named by the epoch that it began in.
  void add(std::uint64_t block, unsigned thread, std::uint64_t until);
  void add(const KnownAccesses& others);
  // `block`: the epoch that the access's block began in; 0: blocks ran one after another, so that it is of the last one that began
  // before it.
  bool holds(Mark access, std::uint64_t block) const;
  bool includes(const KnownAccesses& others) const;

 private:
  struct Entry {
    std::uint64_t block = 0;
    std::uint64_t until = 0;
    unsigned thread = 0;

    bool lies_before(const Entry& other) const {
      return block != other.block ? block < other.block : thread < other.thread;
    }
  };
  std::vector<Entry> entries_;  // sorted by block and thread
};

// Null: nothing is known. What several hold is never changed.
using Knowledge = std::shared_ptr<KnownAccesses>;

// Adds `more` to what is known.
void join(Knowledge& known, const Knowledge& more);

}  // namespace simt
