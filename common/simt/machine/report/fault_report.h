// What went wrong in a launch, in words.
#pragma once

#include <memory>
#include <vector>

#include "workers/worker.h"

namespace simt {

using Workers = std::vector<std::unique_ptr<Worker>>;

// The fault that stopped the launch first, then the others by line.
std::vector<Fault> collect_faults(const Launch& launch, const Workers& workers);

// One a line, in order of lines.
std::vector<Remark> collect_remarks(const Launch& launch, const Workers& workers);

}  // namespace simt
