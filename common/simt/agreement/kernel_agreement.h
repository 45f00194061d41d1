// Compares what the SIMT machine counts for a case with what the hardware counted in several launches of it.
#pragma once

#include <vector>

#include "case_file.h"
#include "comparison.h"
#include "record.h"
#include "simt/report.h"

namespace agreement {

// Compares a case. Requests and sectors must be the same in every launch, and the machine's. A counter of
// shared memory also counts arbitration between warps, so it is compared only if every launch counted the
// same. In a quiet() case nothing can arbitrate, so counts that vary are a difference too. A quantity that is
// 0 on both sides is left out.
std::vector<Compared> compare_kernel(const Case& c, const simt::LaunchReport& report, const Record& record);

// Returns each quantity that is compared and not 0, as the machine counted it: "global_load_requests 32".
std::vector<std::string> machine_counts(const simt::LaunchReport& report);

// Whether no two warps of the case share a multiprocessor: its blocks have one warp, and there are no more of
// them than an H200 has multiprocessors (132; H100 and H200 SXM5, NVIDIA Hopper Architecture whitepaper).
bool quiet(const Case& c);

// Recorded cases that no case file has, of the families (lab4/…) that these cases belong to.
std::vector<std::string> without_case(const Record& record, const std::vector<Case>& cases);

}  // namespace agreement
