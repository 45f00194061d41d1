#include "case_file.h"

#include <cstring>

#include "text_file.h"
#include "traced_launch.h"

using agreement::Case;
using agreement::FileError;
using agreement_test::message_of;
using agreement_test::TextFile;

namespace {

std::string problem(const std::string& text) {
  const TextFile file(text);
  const std::string message = message_of<FileError>([&] { agreement::read_cases({file.path()}); });
  return message.substr(message.rfind(file.path(), 0) == 0 ? file.path().size() : 0);
}

TEST(CaseFile, ALineHoldsWholeLaunch) {
  const TextFile file(
      "# remark\n\n[copies]\nrow  kernels/a.cu:copy  2x3  32x4x2  64  f32:8:iota 7   # a note\n");
  const auto cases = agreement::read_cases({file.path()});
  ASSERT_EQ(cases.size(), 1U);
  const Case& c = cases[0];
  EXPECT_EQ(c.name, "row");
  EXPECT_EQ(c.group, "copies");
  EXPECT_EQ(c.kernel, "copy");
  EXPECT_EQ(agreement::module_name(c), "kernels.a");
  EXPECT_EQ(c.blocks(), 6U);
  EXPECT_EQ(c.threads_of_block(), 256U);
  EXPECT_EQ(c.dynamic_shared_bytes, 64U);
  EXPECT_EQ(c.arguments, (std::vector<std::string>{"f32:8:iota", "7"}));
  EXPECT_EQ(c.note, "a note");
  const auto arguments = agreement::arguments_of(c);
  EXPECT_EQ(arguments[0].bytes.size(), 32U);
  EXPECT_EQ(arguments[1].bytes[0], 7U);
}

TEST(CaseFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problem("row a.cu:k 1 32 0\n"), ":1: a case stands before the first [group]");
  EXPECT_EQ(problem("[g]\nrow a.cu 1 32 0\n"), ":2: `a.cu` names no kernel: write FILE.cu:KERNEL");
  EXPECT_EQ(problem("[g]\nrow a.cu:k 1 32x0 0\n"), ":2: `0` is no block: a whole number of 1 or more");
  EXPECT_EQ(problem("[g]\nrow a.cu:k 1x1x1x1 32 0\n"), ":2: grid `1x1x1x1` has more than three dimensions");
  EXPECT_EQ(problem("[g]\nrow a.cu:k 1 32\n"), ":2: has no bytes of shared memory");
  EXPECT_NE(problem("[g]\nrow a.cu:k 1 32 0\nrow a.cu:k 1 32 0\n").find(":3: the name row stands at"),
            std::string::npos);
  EXPECT_EQ(problem("# nothing\n"), ": holds no case");
  EXPECT_EQ(message_of<FileError>([] { agreement::read_cases({"/no/such/file"}); }),
            "/no/such/file: cannot be read");
}

TEST(CaseFile, AWrongArgumentNamesItsPlace) {
  const TextFile file("[g]\nrow a.cu:k 1 32 0 f32:8:sorted\n");
  const auto cases = agreement::read_cases({file.path()});
  const std::string message = message_of<FileError>([&] { agreement::arguments_of(cases[0]); });
  EXPECT_NE(message.find(":2: argument `f32:8:sorted`: there is no fill `sorted`"), std::string::npos)
      << message;
}

// The GPU's side makes the arguments without the machine: both must make the same bytes.
TEST(CaseFile, BothMachinesGetTheSameBytes) {
  std::size_t compared_buffers = 0;
  for (const Case& c : agreement::read_cases({AGREEMENT_CASES})) {
    if (agreement::module_name(c) != "kernels.gathers" && agreement::module_name(c) != "kernels.matrices")
      continue;
    const simt::Module module(std::string(AGREEMENT_MODULES) + "/" + agreement::module_name(c) + ".so");
    simt_tools::TraceSession session(module, {{}, agreement::kDataSeed});
    session.launch({c.kernel, {{1, 1, 1}, {1, 1, 1}, 0}, c.arguments});
    auto buffer = session.buffers().begin();
    for (const auto& argument : agreement::arguments_of(c)) {
      if (argument.kind == simt_tools::Argument::Kind::scalar) continue;
      ASSERT_NE(buffer, session.buffers().end());
      if (argument.written) {
        EXPECT_EQ(std::memcmp(argument.bytes.data(), buffer->memory, buffer->bytes()), 0) << c.name;
        ++compared_buffers;
      }
      ++buffer;
    }
  }
  EXPECT_GT(compared_buffers, 8U);
}

}  // namespace
