// CUDA's <library_types.h>: a part of <cuda_runtime.h>, and of its libraries' headers.
#pragma once

#include "device/simt_macros_aside.h"

#include "host/simt_library_types.h"

#include "device/simt_macros_back.h"
