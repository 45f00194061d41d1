// CUDA's runtime header, for the SIMT machine. simtcc puts it before every kernel file, as nvcc does its own;
// host code in C and C++ gets the types, the qualifiers and the runtime API, which a whole program is linked with.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/simt_qualifiers.h"
#include "device/simt_vector_types.h"

#ifdef __CUDA__
#include "device/simt_device.h"
#else
#include "host/simt_host_functions.h"
#ifdef __cplusplus
#include "host/simt_host_templates.h"
#endif
#endif

#include "device/simt_macros_back.h"
