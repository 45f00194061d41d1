#include "report_files.h"

#include <filesystem>
#include <fstream>
#include <iostream>

#include "lab/check.h"
#include "program.h"

namespace lab {
namespace {

constexpr std::size_t kMostLines = 20;

class CostWriter : public testing::EmptyTestEventListener {
 public:
  explicit CostWriter(std::string folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  void OnTestEnd(const testing::TestInfo& /*info*/) override {
    for (const ShownLaunch& shown : CheckRecord::current().shown) {
      if (shown.run.report.accesses.empty()) continue;
      std::ofstream(folder_ + "/" + this_program().lab + "." + shown.run.kernel + ".txt")
          << cost_table(shown.run);
    }
  }

 private:
  std::string folder_;
};

class PrintedWriter : public testing::EmptyTestEventListener {
 public:
  explicit PrintedWriter(const std::string& costs) : folder_(costs.empty() ? "" : costs + "/printed") {}

  void OnTestStart(const testing::TestInfo& /*info*/) override { CheckRecord::current() = {}; }

  void OnTestEnd(const testing::TestInfo& /*info*/) override {
    const Printed& printed = CheckRecord::current().printed;
    if (printed.launches == 0) return;
    const std::string text = first_lines(text_of(printed), kMostLines);
    std::cout << text << std::flush;
    if (folder_.empty()) return;
    std::filesystem::create_directories(folder_);
    const std::string file = folder_ + "/" + this_program().lab + "." + printed.kernel + ".txt";
    if (!std::filesystem::exists(file)) std::ofstream(file) << text;
  }

 private:
  std::string folder_;
};

}  // namespace

std::unique_ptr<testing::TestEventListener> make_cost_writer(const std::string& folder) {
  return std::make_unique<CostWriter>(folder);
}

std::unique_ptr<testing::TestEventListener> make_printed_writer(const std::string& costs) {
  return std::make_unique<PrintedWriter>(costs);
}

}  // namespace lab
