// What to look for after a fault of a kind, where its message does not say it.
#pragma once

#include <string>

#include "simt/report.h"

namespace simt {

// A question or an instruction without a full stop; empty where there is nothing to add.
std::string advice_for(FaultKind kind);

}  // namespace simt
