// CUDA's <cooperative_groups/scan.h>, for the SIMT machine.
#pragma once

#include "../device/simt_macros_aside.h"

#include "../device/groups/simt_group_algorithms.h"

#include "../device/simt_macros_back.h"
