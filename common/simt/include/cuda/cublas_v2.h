// cuBLAS's <cublas_v2.h>. The library computes on the host, with the results of cuBLAS up to rounding; what its products would cost on a
// GPU is not counted (common/simt/runtime/libraries). Links with -lcublas or without.
#pragma once

#include "device/simt_macros_aside.h"

#define CUBLAS_API_H_  // NVIDIA's header has this guard, by which helper_cuda.h of its samples knows that cublasStatus_t is there

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): programs have its names from here

#include "host/simt_cublas_functions.h"
#include "host/simt_cublas_v2_names.h"

// What the library does not have is refused by name.
#define SIMT_NO_CUBLAS(name) \
  SIMT_REFUSED_FUNCTION(cublasStatus_t, name, const void*, "the cuBLAS of the SIMT machine does not have it")
#define SIMT_NO_CUBLAS_OF_ANY_TYPE(name) \
  SIMT_NO_CUBLAS(cublasS##name)          \
  SIMT_NO_CUBLAS(cublasD##name)          \
  SIMT_NO_CUBLAS(cublasC##name)          \
  SIMT_NO_CUBLAS(cublasZ##name)

SIMT_NO_CUBLAS_OF_ANY_TYPE(getrfBatched)
SIMT_NO_CUBLAS_OF_ANY_TYPE(getriBatched)
SIMT_NO_CUBLAS_OF_ANY_TYPE(getrsBatched)
SIMT_NO_CUBLAS_OF_ANY_TYPE(matinvBatched)
SIMT_NO_CUBLAS_OF_ANY_TYPE(geqrfBatched)
SIMT_NO_CUBLAS_OF_ANY_TYPE(gelsBatched)
SIMT_NO_CUBLAS_OF_ANY_TYPE(tpttr)
SIMT_NO_CUBLAS_OF_ANY_TYPE(trttp)
SIMT_NO_CUBLAS(cublasAxpyEx)
SIMT_NO_CUBLAS(cublasDotEx)
SIMT_NO_CUBLAS(cublasDotcEx)
SIMT_NO_CUBLAS(cublasNrm2Ex)
SIMT_NO_CUBLAS(cublasScalEx)
SIMT_NO_CUBLAS(cublasRotEx)
SIMT_NO_CUBLAS(cublasCsyrkEx)
SIMT_NO_CUBLAS(cublasCherkEx)
#undef SIMT_NO_CUBLAS_OF_ANY_TYPE
#undef SIMT_NO_CUBLAS

#include "device/simt_macros_back.h"
