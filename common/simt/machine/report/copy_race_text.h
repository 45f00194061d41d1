// Words for an access of memory that an asynchronous copy is on its way to.
#pragma once

#include "report/fault_report.h"

namespace simt {

// The finding's access before is such a copy. Says whether its thread did not commit it, did not wait for it,
// or waited for other groups.
Fault copy_not_over(const Launch& launch, const RawFinding& finding);

}  // namespace simt
