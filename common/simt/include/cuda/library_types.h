// CUDA's <library_types.h>: a part of <cuda_runtime.h>, and of its libraries' headers.
#pragma once

#include "host/simt_library_types.h"
