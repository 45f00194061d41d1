// The table of place(), by one launch of list_places, and what it says of a row and of eight rows.
#pragma once

#include <string>

#include "lab/problem.h"
#include "tensor_tiles.h"

namespace places {

class Places : public lab::Problem {
 public:
  explicit Places(lab::From from = lab::From::student);

  lab::LaunchResult run();

  // The launch came to its end without a fault, and each row's chunks get eight different places from 0 to 7.
  // A failure names the first row and chunk for which they do not.
  bool expect_one_to_one(const lab::LaunchResult& run) const;

  // Whether each row's chunks get eight different places from 0 to 7; fails nothing.
  bool is_one_to_one() const;

  // Expects the same and weighs nothing: for checks of something else.
  bool expect_usable(const lab::LaunchResult& run) const;

  // Expects eight places for the same chunk of eight rows, for all eight groups of rows and all chunks.
  // Weighs the wavefronts of the worst of these 64 loads.
  bool expect_spread(const lab::LaunchResult& run) const;

  // Returns how many of the eight rows from 8 * group on have this chunk in the same place at worst: the
  // wavefronts that 8 lanes take together.
  int wavefronts(int group, int chunk) const;

  // Returns the wavefronts of one round of tile_loads, over all warps.
  int wavefronts_of_probe() const;

  // Returns the place of a chunk, as the kernel stored it.
  int at(int row, int chunk) const;

 private:
  std::string wrong_in_row(int row) const;

  lab::From from_;
  lab::Output<int> places_;
};

// Fails the running test at the student's place().
void fail_at_place(const std::string& message);

}  // namespace places
