// What a student's kernel prints is kept with its check, and shown in part.
#include <gtest/gtest.h>

#include "lab/check.h"
#include "lab/problem.h"

namespace {

class PrintedTest : public testing::Test {
 protected:
  PrintedTest() { lab::CheckRecord::current() = {}; }

  static lab::SessionOptions options() {
    lab::SessionOptions options;
    options.lab = "lab9";
    options.module = NAMES_MODULE;
    return options;
  }

  lab::Session session_{options()};
};

class Flags : public lab::Problem {
 public:
  explicit Flags(std::size_t size)
      : Problem(lab::checked("printed"), std::to_string(size)), out(*this, "out", size) {}

  lab::LaunchResult run() {
    return Problem::run(lab::Kernel<void(int*)>("says_so").call({{1, 1, 1}, {2, 1, 1}, 0}, out.device()));
  }

  lab::Output<int> out;
};

TEST_F(PrintedTest, TheFirstLaunchThatPrintsIsKeptAndTheOthersAreCounted) {
  EXPECT_EQ(lab::text_of(lab::CheckRecord::current().printed), "");
  Flags(2).run();
  EXPECT_EQ(lab::text_of(lab::CheckRecord::current().printed), "says_so, 2, printed:\nthread 0\nthread 1\n");
  Flags(3).run();
  Flags(4).run();
  EXPECT_EQ(lab::text_of(lab::CheckRecord::current().printed),
            "says_so, 2, printed (so did 2 more launches of this check):\nthread 0\nthread 1\n");
}

TEST_F(PrintedTest, WhatIsLongIsCutAndSaidToBe) {
  EXPECT_EQ(lab::first_lines("a\nb\n", 2), "a\nb\n");
  EXPECT_EQ(lab::first_lines("a\nb\nc\n", 2), "a\nb\n... and 1 line more\n");
  EXPECT_EQ(lab::first_lines("a\nb\nc\nd", 2), "a\nb\n... and 2 lines more\n");
}

}  // namespace
