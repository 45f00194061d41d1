// What went wrong in a product of tiles, told by its wrong scores. A mistake is named only if it explains every one of them: that a
// single score agrees with it is chance, since thousands of sums are compared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/rounded_sum.h"
#include "tensor_tiles.h"

namespace score_tiles {

// A score that is not what it must be: its row of Q, its row of K and what the kernel stored.
struct WrongScore {
  int query = 0;
  int key = 0;
  double found = 0;
};

// The inputs of a launch, row by row.
struct Operands {
  std::vector<double> queries;
  std::vector<double> keys;
  // The place of a chunk in the tile, by the kernel file's own place(); empty if that is not one to one.
  std::function<int(int row, int chunk)> place;

  int query_rows() const { return static_cast<int>(queries.size()) / TILE; }
  int key_rows() const { return static_cast<int>(keys.size()) / TILE; }
  lab::RoundedSum score(int query, int key) const;
};

// How much a score may differ, as a part of the sum of its products' magnitudes.
struct Tolerance {
  double rounding = 0;
};

// Returns the mistake that explains all of these scores, as a sentence that says what to change, or nothing.
// `by_fragments`: the kernel multiplies by MMA_M16N8K16, so the mistake may be in the order of its registers.
std::string mistake_in(const Operands& operands, const std::vector<WrongScore>& wrong, Tolerance tolerance,
                       bool by_fragments);

// Returns where MMA_M16N8K16 leaves a score: "sums[2] of lane 5", for a kernel whose 16 x 8 results lie side by side in S.
std::string fragment_element(int query, int key);

}  // namespace score_tiles
