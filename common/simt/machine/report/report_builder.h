// Turns what the workers noted (places, linear indices) into a report in the reader's terms.
#pragma once

#include <memory>
#include <vector>

#include "simt/report.h"
#include "workers/worker.h"

namespace simt {

// Sums are over all workers; of examples and first findings the lowest block's is taken, so that the report
// does not depend on which worker ran which block.
LaunchReport build_report(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

}  // namespace simt
