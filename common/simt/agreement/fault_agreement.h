// Compares what the SIMT machine says of a fault kernel with what compute-sanitizer said.
#pragma once

#include <vector>

#include "case_file.h"
#include "comparison.h"
#include "record.h"
#include "simt/report.h"

namespace agreement {

// Two quantities: `kind`, what the fault is (the case's note) against what the machine calls it; and `line`,
// the places that the tool named, of which the machine must name one.
std::vector<Compared> compare_fault(const Case& c, const simt::LaunchReport& report, const Record& record);

}  // namespace agreement
