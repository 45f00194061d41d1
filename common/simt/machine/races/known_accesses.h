// What a thread knows of other threads' accesses: of each thread, or of all of a warp or block, all that it did before some epoch.
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
  // All threads of the warp, which have met: one entry is cheaper to hand on than 32.
  static constexpr unsigned all_of_warp(unsigned warp) { return kAllThreads + 1 + warp; }

  KnownAccesses() { entries_.reserve(kUsual); }
  // All that somebody knows who knows the two.
  KnownAccesses(const KnownAccesses& some, const KnownAccesses& others);

  // All that the thread did before the epoch `until`. Its block is named by the epoch that it began in.
  void add(std::uint64_t block, unsigned thread, std::uint64_t until);
  // `block`: the epoch that the access's block began in; 0: blocks ran one after another, so that it is of the last one that began
  // before it.
  bool holds(Mark access, std::uint64_t block) const;
  bool includes(const KnownAccesses& others) const;

  // What is known of one object grows from release to release: a later version includes an earlier one, which need not be compared.
  struct Version {
    std::uint64_t object = 0;  // 0: of none
    std::uint64_t number = 0;
  };
  Version version;

 private:
  static constexpr std::size_t kUsual = 4;  // entries: a warp's, a thread's, a block's, and one more

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
// Adds what a thread releases to what is known of an object. `objects`: how many there were so far.
void join_object(Knowledge& known, const Knowledge& released, std::uint64_t& objects);

}  // namespace simt
