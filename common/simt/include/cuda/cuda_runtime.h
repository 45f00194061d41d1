// CUDA's runtime header, for the SIMT machine. simtcc puts it before every kernel file, as nvcc does its own;
// a host program that includes it gets the types and the qualifiers.
#pragma once

#include "simt_qualifiers.h"
#include "simt_vector_types.h"

#ifdef __CUDA__
#include "simt_device.h"
#endif
