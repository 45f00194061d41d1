// A lane of a worker's block, while it does not run.
#pragma once

#include <cstdint>

#include "lanes/fibers.h"

namespace simt {

// The last three are tensor-core instructions: all 32 lanes take part (matrix_exchange.h).
enum class ExchangeKind : std::uint8_t {
  sync,
  shuffle,
  ballot,
  match,
  reduce,
  load_matrices,
  store_matrices,
  multiply_matrices
};
constexpr bool is_of_matrices(ExchangeKind kind) { return kind >= ExchangeKind::load_matrices; }

// What a lane brings to an exchange with others of its warp, and takes from it.
struct Exchange {
  ExchangeKind kind = ExchangeKind::sync;
  std::uint8_t how = 0;     // abi::Shuffle, abi::Reduce; how many matrices are moved
  std::uint8_t width = 32;  // the width of a shuffle's segments
  std::uint32_t mask = 0;   // the lanes that take part
  // abi::Multiplication if a multiplication; whether a move of matrices is transposed
  std::int32_t operand = 0;
  // Where the value that is brought, then the one that is taken, is undefined from (undefined_exchanges.h); 0: it is defined.
  std::uint32_t undefined = 0;
  std::uint64_t value = 0;
  std::uint64_t result = 0;
};

struct alignas(64) Lane {
  std::uint32_t index[3] = {};     // threadIdx
  unsigned runs_on = 0;            // the stack: a lane may run where another one's code has come back
  FiberContext context = nullptr;  // where the lane resumes
  std::uint8_t* local = nullptr;   // the first byte of its local memory that no function has taken
  Exchange exchange;
};
static_assert(sizeof(Lane) == 64, "lanes are found quickly, each in a line of the cache");

// Gives lanes what they get from each other at a shuffle, a vote, a match or a reduction. `lanes` take part: lane l
// brings and takes from[l].exchange. All are of one kind. Returns the lanes whose shuffle reads a lane that does not take
// part: they take kUndefinedBits, and `exchange.undefined` is the lane that they read.
std::uint32_t exchange_values(Lane* from, std::uint32_t lanes);

// What stands for an undefined value, as memory's poison does: NaN as a float.
inline constexpr std::uint64_t kUndefinedBits = ~std::uint64_t{0};

}  // namespace simt
