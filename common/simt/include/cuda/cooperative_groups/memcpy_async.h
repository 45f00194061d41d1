// CUDA's <cooperative_groups/memcpy_async.h>, for the SIMT machine.
#pragma once

#include "../device/simt_macros_aside.h"

#include "../device/groups/simt_group_memcpy_async.h"

#include "../device/simt_macros_back.h"
