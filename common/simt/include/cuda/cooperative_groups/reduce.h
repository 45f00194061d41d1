// CUDA's <cooperative_groups/reduce.h>, for the SIMT machine.
#pragma once

#include "../simt_group_algorithms.h"
