// CUDA's runtime header, for the SIMT machine. simtcc puts it before every kernel file, as nvcc does its own;
// host code in C++ gets the types, the qualifiers and the runtime API, which a whole program is linked with.
#pragma once

#include "simt_qualifiers.h"
#include "simt_vector_types.h"

#ifdef __CUDA__
#include "simt_device.h"
#else
#include "simt_host_functions.h"
#include "simt_host_templates.h"
#endif
