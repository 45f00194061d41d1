// CUDA's <cooperative_groups/scan.h>, for the SIMT machine.
#pragma once

#include "../device/groups/simt_group_algorithms.h"
