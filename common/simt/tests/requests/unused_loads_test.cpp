// A load whose value nobody uses is removed by the compiler: the report says so, and says it of no other.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "module_test.h"

namespace {

class UnusedLoads : public simt_test::ModuleTest {
 protected:
  UnusedLoads() : ModuleTest("unused_loads") {}

  static std::vector<unsigned> lines_of(const simt::LaunchReport& report) {
    std::vector<unsigned> lines;
    for (const simt::Remark& remark : report.remarks) {
      if (remark.message.find("value is never used") != std::string::npos) lines.push_back(remark.where.line);
    }
    return lines;
  }

  float* const in_ = buffer<float>("in", 128);
  float* const other_ = buffer<float>("other", 128);
  float* const out_ = buffer<float>("out", 128);
};

}  // namespace

TEST_F(UnusedLoads, AreNamedWithTheirLine) {
  const auto unused = kernel<const float*, const float*, float*>("unused");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { unused(in_, other_, out_); });
  EXPECT_EQ(lines_of(report), (std::vector<unsigned>{14}));
  for (const simt::AccessCost& access : report.accesses) EXPECT_NE(access.where.line, 14U);
}

TEST_F(UnusedLoads, OfSharedMemoryAreNamed) {
  const auto unused = kernel<const float*, float*>("unused_shared");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { unused(in_, out_); });
  EXPECT_EQ(lines_of(report), (std::vector<unsigned>{24}));
}

TEST_F(UnusedLoads, OfAFunctionAreNamed) {
  const auto unused = kernel<const float*, float*>("unused_in_a_function");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { unused(in_, out_); });
  EXPECT_EQ(lines_of(report), (std::vector<unsigned>{8}));
}

TEST_F(UnusedLoads, AreNoneWhereLoadsAreJoinedOrHalfUsed) {
  const auto all_used = kernel<const float*, const float*, float*, int>("all_used");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { all_used(in_, other_, out_, 32); });
  EXPECT_EQ(lines_of(report), (std::vector<unsigned>{}));
}
