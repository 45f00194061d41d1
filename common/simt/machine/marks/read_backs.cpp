#include "marks/read_backs.h"

#include <algorithm>
#include <array>

#include "simt/request.h"

namespace simt {
namespace {

// Of a matrix that ldmatrix moves.
constexpr unsigned kRowsOfMatrix = 8;
constexpr unsigned kWordsOfRow = 4;

constexpr std::uint64_t kInWord = kMarkedBytes - 1;

template <class Visit>
void for_each_word(std::uint64_t address, unsigned width, const Visit& visit) {
  const std::uint64_t end = address + width;
  for (std::uint64_t word = address & ~kInWord; word < end; word += kMarkedBytes) visit(word);
}

// The lanes that hold word `column` of row `row` of a matrix (PTX ISA, ldmatrix): one lane, or if it is transposed one for each
// half of the word.
std::array<unsigned, 2> holders_of(unsigned row, unsigned column, bool is_transposed) {
  if (!is_transposed) return {row * kWordsOfRow + column, row * kWordsOfRow + column};
  return {2 * column * kWordsOfRow + row / 2, (2 * column + 1) * kWordsOfRow + row / 2};
}

}  // namespace

// Most launches mark nothing.
void ReadBacks::forget_block() {
  if (owners_.empty() && stored_.empty()) return;
  owners_.clear();
  stored_.clear();
  read_back_.clear();
}

void ReadBacks::look_at(WarpLog& log, unsigned thread, bool is_transposed) {
  const unsigned in_warp = thread % kWarpSize;
  stored_now_.clear();
  for (std::uint32_t& seen = log.looked_at[in_warp]; seen < log.end[in_warp]; ++seen) {
    const std::uint64_t entry = log.entry(seen, in_warp);
    const std::uint64_t address = abi::address_of(entry);
    if (abi::place_of(entry) >= module_->place_count || !memory_->holds(address)) continue;
    const abi::Place& place = module_->places[abi::place_of(entry)];
    if (place.instruction != 0) {
      note_matrix_row(place, address, thread, is_transposed);
    } else if (place.kind == abi::PlaceKind::load) {
      note_load(address, place.width, thread);
    } else if (place.kind == abi::PlaceKind::store || place.kind == abi::PlaceKind::copy_target) {
      note_store(address, place.width);
    }
  }
  settle(thread);
}

void ReadBacks::note_store(std::uint64_t address, unsigned width) {
  for_each_word(address, width, [&](std::uint64_t word) {
    owners_.erase(word);
    stored_now_.push_back(word);
  });
}

void ReadBacks::note_load(std::uint64_t address, unsigned width, unsigned thread) {
  for_each_word(address, width, [&](std::uint64_t word) { read_word(word, thread); });
}

// The lane whose log this is gives the address; others bring or take the words.
void ReadBacks::note_matrix_row(const abi::Place& place, std::uint64_t address, unsigned thread,
                                bool is_transposed) {
  const unsigned first_thread = thread / kWarpSize * kWarpSize;
  const unsigned row = thread % kRowsOfMatrix;
  for (unsigned column = 0; column < kWordsOfRow; ++column) {
    const std::uint64_t word = address + std::uint64_t{column} * kMarkedBytes;
    for (const unsigned holder : holders_of(row, column, is_transposed)) {
      if (place.kind == abi::PlaceKind::store) {
        owners_[word] = {first_thread + holder, 0, true};
      } else {
        read_word(word, first_thread + holder);
      }
    }
  }
}

void ReadBacks::read_word(std::uint64_t address, unsigned thread) {
  const auto owned = owners_.find(address);
  if (owned == owners_.end() || owned->second.thread != thread) return;
  Owner& owner = owned->second;
  if (owner.is_pending) {
    const std::uint32_t now = marked_word_at(address);
    owner = {thread, marks_->holds(now) ? now : now ^ kMarkedSign, false};
    if (!marks_->holds(owner.word)) return static_cast<void>(owners_.erase(owned));
  }
  counts_.read_back += read_back_.emplace(owner.word, thread).second ? 1U : 0U;
}

// What the lane has stored is in memory now, and no other lane has run since.
void ReadBacks::settle(unsigned thread) {
  for (const std::uint64_t address : stored_now_) {
    const std::uint32_t word = marked_word_at(address);
    if (!marks_->holds(word)) continue;
    owners_[address] = {thread, word, false};
    counts_.stored += stored_.insert(word).second ? 1U : 0U;
  }
}

}  // namespace simt
