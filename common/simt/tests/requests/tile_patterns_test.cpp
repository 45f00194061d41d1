// The counting rules for ldmatrix and stmatrix, against the hardware's own counters.
#include "tile_pattern_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "requests/expect_passes.h"
#include "scratch.h"

#ifndef MEASURED_TILES
#error "compile with MEASURED_TILES: path of h200_tile_patterns.csv"
#endif

namespace {

using fidelity::TilePattern;

simt::Request request_of(const TilePattern& pattern) {
  simt::Request request;
  request.space = simt::Space::shared;
  request.op = pattern.kind == TilePattern::Kind::load_matrix ? simt::Op::load : simt::Op::store;
  request.width = 16;
  request.instruction = pattern.instruction();
  for (std::size_t lane = 0; lane < simt::lanes_with_rows(request.instruction); ++lane) {
    request.active |= 1U << lane;
    request.addresses[lane] = static_cast<std::uint64_t>(pattern.shared[lane]);
  }
  return request;
}

std::string error_of(const std::string& change) {
  std::ifstream measured(MEASURED_TILES);
  std::string header;
  std::string row;
  std::getline(measured, header);
  std::getline(measured, row);
  const std::string path = scratch::file("tiles.csv");
  std::ofstream(path) << header << '\n' << change << row.substr(row.find(',')) << '\n';
  try {
    (void)fidelity::read_tile_patterns(path);
  } catch (const fidelity::PatternFileError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "";
}

}  // namespace

TEST(TilePatterns, MovesOfMatricesCostWhatTheHardwareCounts) {
  const std::vector<TilePattern> patterns = fidelity::read_tile_patterns(MEASURED_TILES);
  ASSERT_EQ(patterns.size(), 350U);
  std::size_t moves = 0;
  for (const TilePattern& pattern : patterns) {
    if (!pattern.moves_matrices()) continue;
    ++moves;
    const simt::Request request = request_of(pattern);
    const simt::RequestCost cost = simt::cost_of(request);
    const bool is_load = pattern.kind == TilePattern::Kind::load_matrix;
    const auto& measured = pattern.measured;
    EXPECT_EQ(cost.wavefronts, is_load ? measured.load_wavefronts : measured.store_wavefronts) << pattern.id;
    EXPECT_EQ(cost.bank_conflicts, is_load ? measured.load_conflicts : measured.store_conflicts)
        << pattern.id;
    EXPECT_EQ(cost.least_wavefronts, static_cast<unsigned>(pattern.amount)) << pattern.id;
    SCOPED_TRACE(pattern.id);
    simt_test::expect_passes(request, cost.wavefronts, cost.bank_conflicts);
  }
  EXPECT_EQ(moves, 247U);
}

// A plain load whose neighbours read one address is served in larger groups; a matrix's rows never are.
TEST(TilePatterns, RowsOfOneAddressAreNotPaired) {
  simt::Request request{simt::Space::shared, simt::Op::load, 16, ~0U, {}};
  EXPECT_EQ(simt::cost_of(request).wavefronts, 2U);
  request.instruction = simt::Instruction::matrix4;
  EXPECT_EQ(simt::cost_of(request).wavefronts, 4U);
}

TEST(TilePatterns, ABrokenRowIsNamed) {
  EXPECT_EQ(error_of("cpag16"), "");
  EXPECT_EQ(error_of("ldm3"), ":2: kind 'ldm3' is not known");
}

TEST(TilePatterns, InstructionsHaveTheirNames) {
  EXPECT_STREQ(simt::name_of(simt::Instruction::matrix4, simt::Op::load), "ldmatrix.x4");
  EXPECT_STREQ(simt::name_of(simt::Instruction::matrix2, simt::Op::store), "stmatrix.x2");
  EXPECT_STREQ(simt::name_of(simt::Instruction::plain, simt::Op::load), "load");
}
