// Writes down a function of cuBLAS that only passes its arguments on.
#pragma once

#include "host/simt_cublas_functions.h"
#include "libraries/cublas/call.h"

// NAME(PARAMETERS) carries out cublas::OPERATION, whose arguments follow.
#define DEFINE(name, parameters, operation, ...)                                                 \
  cublasStatus_t name parameters {                                                               \
    return cublas::call(handle, HERE(#name),                                                     \
                        [&](cublas::Call& now) { return cublas::operation(now, __VA_ARGS__); }); \
  }
