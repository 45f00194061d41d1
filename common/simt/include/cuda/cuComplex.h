// CUDA's <cuComplex.h>: complex numbers as float2 and double2.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/simt_complex.h"

#include "device/simt_macros_back.h"
