// What the environment says about the report of a program:
//
//   SIMT_REPORT=text|json|none    text where it is not set
//   SIMT_REPORT_FILE=PATH         where the report goes; stderr where it is not set
//   SIMT_REPORT_KERNEL=NAME       only this kernel's accesses: "scale", "scale<float>", "lib::scale"
//   SIMT_REPORT_LAUNCH=N          only the accesses of the N-th launch of the program, from 1 on
//   SIMT_COUNT=0                  no accesses: launches and faults alone
#pragma once

#include <cstdint>
#include <string>

namespace cudart {

enum class ReportForm : std::uint8_t { text, json, none };

struct ReportSettings {
  ReportForm form = ReportForm::text;
  std::string file;          // an absolute path; empty: stderr
  std::string kernel;        // empty: all
  std::uint64_t launch = 0;  // 0: all
  bool counts = true;
};

// A value that means nothing is named on stderr, and is as if it were not set.
ReportSettings read_settings();

// Whether a user who writes `asked` means the kernel `name`: namespaces and template arguments may be left
// out.
bool is_called(const std::string& name, const std::string& asked);

}  // namespace cudart
