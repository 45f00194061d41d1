// What is known of each kind of fault: one row of one table.
#pragma once

#include "simt/report.h"

namespace simt {

struct FaultFacts {
  FaultKind kind = FaultKind::kCount;
  const char* name = "";  // in reports and in lab.toml
  bool stops = true;      // the launch ends with the first one
  // What to look for or to change, as a question or an instruction without a full stop; empty where the
  // fault's message says it.
  const char* advice = "";
};

const FaultFacts& facts_of(FaultKind kind);

}  // namespace simt
