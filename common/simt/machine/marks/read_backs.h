// In a launch with marked values (Machine::mark_in_shared): which of them a thread reads back from shared memory that it stored
// there itself. A tile is for exchange, so one that each thread fills and reads for itself is none.
//
// Each time a lane stops, what it has logged since its last stop is looked at: its stores make it the owner of words, and its
// loads of words that it owns are read-backs. In other launches nothing calls this.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "contract/module_abi.h"
#include "memory/shared_marks.h"
#include "memory/shared_memory.h"
#include "requests/warp_log.h"
#include "simt/report.h"

namespace simt {

class ReadBacks {
 public:
  void begin_launch(const SharedMarks& marks, const abi::Module& module, const SharedMemory& memory) {
    marks_ = &marks;
    module_ = &module;
    memory_ = &memory;
    forget_block();
  }
  void forget_counts() { counts_ = {}; }
  // Another block runs from here on.
  void forget_block();

  // The lane of this thread stops; its log is up to date. `is_transposed`: if it stops at a move of matrices, whether these are.
  void look_at(WarpLog& log, unsigned thread, bool is_transposed);

  const MarkedPassage& counts() const { return counts_; }

 private:
  struct Owner {
    unsigned thread = 0;
    std::uint32_t word = 0;  // as it was stored
    bool is_pending =
        false;  // stored by a matrix instruction, when all lanes have come to it: the word is not known yet
  };

  void note_store(std::uint64_t address, unsigned width);
  void note_load(std::uint64_t address, unsigned width, unsigned thread);
  void note_matrix_row(const abi::Place& place, std::uint64_t address, unsigned thread, bool is_transposed);
  void read_word(std::uint64_t address, unsigned thread);
  void settle(unsigned thread);

  const SharedMarks* marks_ = nullptr;
  const abi::Module* module_ = nullptr;
  const SharedMemory* memory_ = nullptr;
  MarkedPassage counts_;
  // Of the block.
  std::unordered_map<std::uint64_t, Owner> owners_;  // by the word's address
  std::unordered_set<std::uint32_t> stored_;
  std::set<std::pair<std::uint32_t, unsigned>> read_back_;  // value and thread
  std::vector<std::uint64_t> stored_now_;                   // addresses, since the lane's last stop
};

}  // namespace simt
