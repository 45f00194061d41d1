// Wrong ways to predict a pattern's sectors that people take, each with what to say about it.
#pragma once

#include <vector>

#include "stride_sweep.h"

namespace sweep {

struct Mistake {
  int (*answer)(const WarpPattern&);  // the sectors that it comes to
  const char* advice;
};

const std::vector<Mistake>& prediction_mistakes();

}  // namespace sweep
