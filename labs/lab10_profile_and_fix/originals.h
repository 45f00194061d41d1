// What is wrong with a kernel as it was given, found by running it on the SIMT machine: the statements where
// its fault shows, and what the kernel costs once it is fixed.
#pragma once

#include <string>
#include <vector>

#include "exercise.h"

namespace fixes {

struct Finding {
  FaultOfKernel fault = NOT_DIAGNOSED;
  std::vector<int> statements;  // any of them may be stated
  int cost = 0;
};

// `run` is of the given kernel on `exercise`. Throws simt::Error where it does not show the kernel's fault:
// the lab's own error.
Finding finding_of(const Kernel& kernel, const Exercise& exercise, const lab::LaunchResult& run);

// "BANK_CONFLICTS"; a number that is none of them as "fault 77".
std::string name_of(int fault);

// The number in the comment at the end of a line of given_kernels.cu. Throws simt::Error where there is none.
int statement_in(const simt::SourceLine& where);

}  // namespace fixes
