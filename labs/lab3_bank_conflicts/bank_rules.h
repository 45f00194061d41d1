// Rows of 32 addresses: what the banks make of one, and what the usual mistakes would.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bank_conflicts.h"

namespace banks {

// One access of a warp to shared memory, 4 bytes a lane.
struct Row {
  std::array<int, WARP> addresses{};  // in bytes; those of inactive lanes mean nothing
  std::uint32_t active = 0;
  int degree = 0;      // the wavefronts that it takes
  std::string origin;  // "row 724 of the measured patterns, a load"
};

bool is_active(const Row& row, int lane);

// The rule: the largest number of different words that the active lanes want of one bank.
int degree_by_rule(const Row& row);

// Degree of a strided access of a full warp.
int degree_of_stride(int stride);

// What makes the row's degree: "bank 5 is asked for 3 different words: 5 (lanes 0, 7), 37 (lane 2), ..."
std::string why(const Row& row);

// "lane 0 at byte 128, 1 at 260, ..." of the active lanes, in short.
std::string addresses_text(const Row& row);

// The mistake that answers every row as `answers` does, in words; empty when none of the known ones does.
std::string guess_mistake(const std::vector<Row>& rows, const std::vector<int>& answers);

}  // namespace banks
