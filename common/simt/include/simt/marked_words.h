// Which 4-byte values change their sign while they are in shared memory (Machine::mark_in_shared), so that
// what comes out of a launch tells which of them passed through it: half of all values, a different half for
// each key. Host and machine know them by the same rule.
#pragma once

#include <cstdint>

namespace simt {

// The mixing steps of SplitMix64: each bit of the result depends on every bit of word and key.
inline bool is_marked(std::uint32_t word, std::uint64_t key) {
  std::uint64_t mixed = key + (std::uint64_t{word} + 1) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ mixed >> 30U) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EBU;
  return (mixed ^ mixed >> 31U) >> 63U != 0;
}

// Returns a word as it is while in shared memory.
inline std::uint32_t marked(std::uint32_t word, std::uint64_t key) {
  constexpr std::uint32_t kSign = 0x80000000;
  return is_marked(word, key) ? word ^ kSign : word;
}

}  // namespace simt
