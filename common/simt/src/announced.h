// What was announced last: the bytes that an instruction is about to access. Guarded modules (simtcc --guard)
// ask for them before each access at a computed address, so that none goes past the machine.
#pragma once

#include <cstddef>
#include <cstdint>

// minus_begin: 0 minus the first address, of a load and of a store; 0 when nothing is announced. The order is
// known to guard.cpp's assembly.
struct SimtAnnounced {
  std::uintptr_t minus_begin[2];
  std::uintptr_t end[2];
};

extern "C" __thread SimtAnnounced simt_announced;  // not thread_local: it has no constructor to ask for

namespace simt {

inline void announce(bool store, std::uintptr_t address, std::size_t bytes) {
  simt_announced.minus_begin[store ? 1 : 0] = 0 - address;
  simt_announced.end[store ? 1 : 0] = address + bytes;
}

inline bool is_announced(bool store, std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t begin = 0 - simt_announced.minus_begin[store ? 1 : 0];
  return begin != 0 && address >= begin && address + bytes <= simt_announced.end[store ? 1 : 0];
}

// A lane has no part in what another one announced.
inline void forget_announced() { simt_announced = {}; }

}  // namespace simt
