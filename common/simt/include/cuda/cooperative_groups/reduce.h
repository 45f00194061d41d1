// CUDA's <cooperative_groups/reduce.h>, for the SIMT machine.
#pragma once

#include "../device/groups/simt_group_algorithms.h"
