// What the driver's errors mean, and what to do about them.
#pragma once

#include <string>

#include "driver.h"
#include "simt/report.h"

namespace lab::cuda {

// "CUDA_ERROR_OUT_OF_MEMORY, out of memory"
std::string name_of(const Driver& driver, Result result);

// What whoever runs the program can do; empty where nothing general can be said.
std::string advice_for(Result result);

// How a kernel's own error is called: "an illegal memory access". Null: the error is not a kernel's.
const char* kernel_error(Result result);

simt::FaultKind fault_kind(Result result);

}  // namespace lab::cuda
