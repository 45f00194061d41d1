// nvcuda::wmma's loads and stores, against an H200: what each counts, and which element each x[i] is.
#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>

#include "module_test.h"

#if !defined(WMMA_ACCESSES) || !defined(WMMA_FRAGMENTS)
#error \
    "compile with WMMA_ACCESSES and WMMA_FRAGMENTS: paths of h200_wmma_accesses.csv, h200_wmma_fragments.csv"
#endif

namespace {

using simt::Op;
using simt::Space;

std::vector<std::string> fields_of(const std::string& line, char separator) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

// The rows of a file behind its header.
std::vector<std::vector<std::string>> rows_of(const char* path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) rows.push_back(fields_of(line, ','));
  return rows;
}

struct Sums {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t bank_conflicts = 0;
};

class WmmaAccesses : public simt_test::ModuleTest {
 protected:
  WmmaAccesses() : ModuleTest("wmma_accesses") {
    data_ = buffer<unsigned char>("data", kBytes);
    out_ = buffer<unsigned char>("out", kBytes, false);
  }

  static constexpr std::size_t kBytes = 32768;

  // Every element holds bits of its number: a byte those from bit 8 * plane on.
  void number_elements(std::size_t bytes, unsigned plane) {
    for (std::uint64_t i = 0; i < kBytes / bytes; ++i) {
      const std::uint64_t bits = i >> (8 * plane);
      std::memcpy(data_ + i * bytes, &bits, bytes);
    }
  }

  static std::size_t bytes_of(const std::string& type) {
    const std::map<std::string, std::size_t> bytes{{"s8", 1},  {"f16", 2}, {"bf16", 2}, {"tf32", 4},
                                                   {"f32", 4}, {"s32", 4}, {"f64", 8}};
    return bytes.at(type);
  }

  simt::LaunchReport run(const std::string& name, const std::string& type, unsigned ldm) {
    const auto kernel_of_row = kernel<const unsigned char*, unsigned char*, unsigned>(name);
    return launch(
        {1, 1, 1}, {32, 1, 1}, [&] { kernel_of_row(data_, out_, ldm); }, bytes_of(type) * 32 * ldm);
  }

  // Sums the fragment's own accesses: those of its lines.
  Sums sums(const simt::LaunchReport& report, Space space, Op op) const {
    const std::vector<unsigned> lines{line_of("// an operand"), line_of("// a sum"), line_of("// stored")};
    Sums sums;
    for (const simt::AccessCost& access : report.accesses) {
      const bool is_own = std::find(lines.begin(), lines.end(), access.where.line) != lines.end();
      if (!is_own || access.space != space || access.op != op) continue;
      sums.requests += access.requests;
      sums.sectors += access.sectors;
      sums.wavefronts += access.wavefronts;
      sums.bank_conflicts += access.bank_conflicts;
    }
    return sums;
  }

  unsigned char* data_ = nullptr;
  unsigned char* out_ = nullptr;
};

}  // namespace

TEST_F(WmmaAccesses, CountAsOnTheH200) {
  const auto rows = rows_of(WMMA_ACCESSES);
  ASSERT_EQ(rows.size(), 528U);
  for (std::vector<std::string> row : rows) {
    row.resize(11);
    const std::string name =
        row[0] + "_" + row[1] + "_" + row[2] + "_" + row[3] + "_" + row[4] + "_" + row[5];
    const bool is_shared = row[5] == "shared";
    const auto report = run(name, row[1], static_cast<unsigned>(std::stoul(row[6])));
    ASSERT_TRUE(report.faults.empty()) << name << ": " << report.faults.front().message;
    const Sums found =
        sums(report, is_shared ? Space::shared : Space::global, row[0] == "ld" ? Op::load : Op::store);
    if (is_shared) {
      EXPECT_EQ(std::to_string(found.wavefronts), row[9]) << name << " " << row[6];
      EXPECT_EQ(std::to_string(found.bank_conflicts), row[10]) << name << " " << row[6];
    } else {
      EXPECT_EQ(std::to_string(found.requests), row[7]) << name << " " << row[6];
      EXPECT_EQ(std::to_string(found.sectors), row[8]) << name << " " << row[6];
    }
  }
}

TEST_F(WmmaAccesses, HoldTheElementsThatTheH200Holds) {
  constexpr unsigned kPitch = 32;
  const auto rows = rows_of(WMMA_FRAGMENTS);
  ASSERT_EQ(rows.size(), 66U);
  for (const std::vector<std::string>& row : rows) {
    const std::vector<std::string> elements = fields_of(row.at(4), ' ');
    const std::size_t bytes = bytes_of(row[0]);
    for (const char* const space : {"global", "shared"}) {
      const std::string name = "ld_" + row[0] + "_" + row[1] + "_" + row[2] + "_" + row[3] + "_" + space;
      std::vector<std::uint64_t> found(elements.size(), 0);
      for (unsigned plane = 0; plane < (bytes == 1 ? 2U : 1U); ++plane) {
        number_elements(bytes, plane);
        EXPECT_TRUE(run(name, row[0], kPitch).faults.empty()) << name;
        for (std::size_t i = 0; i < found.size(); ++i) {
          std::uint64_t bits = 0;
          std::memcpy(&bits, out_ + i * bytes, bytes);
          found[i] |= bits << (8 * plane);
        }
      }
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < found.size(); ++i)
        wrong += std::to_string(found[i]) == elements[i] ? 0U : 1U;
      EXPECT_EQ(wrong, 0U) << name;
    }
  }
}
