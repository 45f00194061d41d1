// Broken rows of a file of warp patterns are named, never skipped.
#include "pattern_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "scratch.h"

namespace {

std::string header() {
  std::string line = "id,space,op,width_bytes";
  for (int lane = 0; lane < 32; ++lane) line += ",lane" + std::to_string(lane);
  return line + ",requests,sectors,wavefronts,bank_conflicts\n";
}

std::string row(const std::string& start, const std::string& lane, const std::string& end) {
  std::string line = start;
  for (int i = 0; i < 32; ++i) line += "," + lane;
  return line + "," + end + "\n";
}

std::string parse_error(const std::string& text) {
  const std::string path = scratch::file("patterns.csv");
  std::ofstream(path) << text;
  try {
    (void)fidelity::read_patterns(path);
  } catch (const fidelity::PatternFileError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "";
}

TEST(PatternFile, AGoodRowIsRead) {
  EXPECT_EQ(parse_error(header() + row("0,global,ld,4", "64", "1,1,,")), "");
}

TEST(PatternFile, EveryKindOfBrokenRowIsNamedWithItsLine) {
  EXPECT_EQ(parse_error("a,b\n").substr(0, 3), ":1:");
  EXPECT_EQ(parse_error(header()), ": holds no pattern");
  EXPECT_EQ(parse_error(header() + "0,global,ld\n"), ":2: has 3 columns, needs 40");
  EXPECT_EQ(parse_error(header() + row("0,local,ld,4", "64", "1,1,,")),
            ":2: column space is 'local', needs 'global' or 'shared'");
  EXPECT_EQ(parse_error(header() + row("0,global,ld,3", "64", "1,1,,")),
            ":2: width_bytes is 3, needs 1, 2, 4, 8 or 16");
  EXPECT_EQ(parse_error(header() + row("0,global,ld,4", "66", "1,1,,")),
            ":2: lane0 is 66, not a multiple of the width");
  EXPECT_EQ(parse_error(header() + row("0,global,ld,4", "x", "1,1,,")),
            ":2: column lane0 is 'x', needs a whole number from -1 to 204800");
  EXPECT_EQ(parse_error(header() + row("0,shared,ld,4", "64", "1,1,,")),
            ":2: column wavefronts is '', needs a whole number from 0 to 1048576");
}

}  // namespace
