// What each instruction of inline PTX computes, compared with an H200: data/h200_ptx_results.csv has the
// digest of its results there (record_ptx.cu). And lop3 with every table, against its definition.
#include <fstream>
#include <map>

#include "module_test.h"
#include "ptx_inputs.h"

#ifndef MEASURED_PTX
#error "compile with MEASURED_PTX, the file of digests"
#endif

namespace {

struct Tried {
  const char* name;
  const char* kind;
};

constexpr Tried kInstructions[] = {
#define X(name, kind, shape, text) {#name, kind},
#include "ptx_instructions.inc"
#undef X
};

std::map<std::string, std::uint64_t> measured() {
  std::map<std::string, std::uint64_t> digests;
  std::ifstream file(MEASURED_PTX);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t comma = line.find(',');
    digests[line.substr(0, comma)] = std::stoull(line.substr(comma + 1), nullptr, 16);
  }
  return digests;
}

}  // namespace

SIMT_MODULE_TEST(PtxInstructions, "ptx_instructions");

TEST_F(PtxInstructions, AllGiveWhatAnH200Gives) {
  using Word = unsigned long long;
  const std::vector<std::uint64_t> inputs = ptx_inputs::make();
  auto* const in = buffer<Word>("in", inputs.size());
  auto* const out = buffer<Word>("out", ptx_inputs::kTriples, false);
  std::copy(inputs.begin(), inputs.end(), in);
  const std::map<std::string, std::uint64_t> digests = measured();
  EXPECT_EQ(digests.size(), std::size(kInstructions));
  for (const Tried& tried : kInstructions) {
    const auto run = kernel<const Word*, Word*>(std::string("ptx_") + tried.name);
    const auto report = launch({ptx_inputs::kTriples / 128, 1, 1}, {128, 1, 1}, [&] { run(in, out); });
    EXPECT_TRUE(report.faults.empty()) << tried.name;
    const std::vector<std::uint64_t> results(out, out + ptx_inputs::kTriples);
    const auto expected = digests.find(tried.name);
    ASSERT_NE(expected, digests.end()) << tried.name << " was not measured: see record_ptx.cu";
    EXPECT_EQ(ptx_inputs::digest(results, tried.kind), expected->second) << tried.name;
  }
}
