// One memory request of a warp, and what the memory system of an NVIDIA GPU does with it.
//
// The rules are exact on every one of the 960 patterns of data/h200_warp_patterns.csv, measured on an NVIDIA
// H200. Those for atomics, textures and constants are compared with data/h200_atomic_patterns.csv, those for
// tensor-core loads and stores with data/h200_tile_patterns.csv.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/counts.h"

namespace simt {

constexpr int kWarpSize = 32;
constexpr int kSectorBytes = 32;
constexpr std::uint64_t kLineBytes = 128;  // of L1 and L2
constexpr unsigned kSectorsALine = kLineBytes / kSectorBytes;
constexpr int kBanks = 32;
constexpr int kBankBytes = 4;

// texture: fetches and accesses to surfaces, counted apart from global memory as the hardware does. constant:
// __constant__ variables. local: a lane's own arrays, where they have addresses.
enum class Space : std::uint8_t { global, shared, constant, texture, local, kCount };
// atomic: a read and a write that nothing comes between; the hardware counts these apart too.
enum class Op : std::uint8_t { load, store, atomic, kCount };

const char* name_of(Space space);  // "global"
const char* name_of(Op op);        // "load"

// How the hardware does an atomic operation in shared memory. count: adds 1, and its result is not read
// (ATOMS.POPC.INC in the machine code): lanes of one word share a pass. compare_and_swap: floating-point
// additions become these too. load, store: accesses to an atomic variable, which cost as much as plain ones. once: at an
// address that the compiler knows to be the same for all lanes; it combines their integers within the warp first, and one
// lane does the operation (REDUX, or a vote and POPC, in the machine code).
enum class AtomicForm : std::uint8_t { plain, count, compare_and_swap, load, store, once };

// An instruction that is counted otherwise than a plain load or store of its width. matrix1, matrix2,
// matrix4: ldmatrix and stmatrix, which move so many 8x8 matrices of 2-byte elements from or to shared
// memory; lanes 0-7, 8-15, … give the addresses of a matrix's rows of 16 bytes.
enum class Instruction : std::uint8_t { plain, matrix1, matrix2, matrix4, kCount };

const char* name_of(Instruction instruction, Op op);  // "ldmatrix.x4"; of a plain one "load"

// How many lanes give an address: all 32 for a plain instruction.
constexpr unsigned lanes_with_rows(Instruction instruction) {
  return instruction == Instruction::matrix1 ? 8 : instruction == Instruction::matrix2 ? 16 : 32;
}

// What the lanes of one warp request with one instruction: bit l of `active` set means lane l takes part, at
// byte address addresses[l]. In local memory the address is an offset in the lane's own. Each lane moves
// `width` bytes (1, 2, 4, 8 or 16), from an address that `width` divides.
struct Request {
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t width = 4;
  std::uint32_t active = 0;
  std::array<std::uint64_t, kWarpSize> addresses{};
  AtomicForm form = AtomicForm::plain;  // for atomics
  Instruction instruction = Instruction::plain;
};

// The worst request of several is the one with the highest excess().
RequestCost cost_of(const Request& request);

// How shared memory serves a request: the passes over the banks, numbered from 0, that cost_of() counts as wavefronts. A
// compare-and-swap makes each pass twice.
struct BankPasses {
  // For each 4-byte word of each lane, lane by lane, the pass that serves it; -1 for a lane that takes no part.
  std::vector<std::int8_t> of_words;
  // The first pass of each group of lanes that is served together. Every other pass is a bank conflict.
  std::vector<std::int8_t> group_starts;
};

// Both lists are empty for a request of other memory.
BankPasses passes_of(const Request& request);

}  // namespace simt
