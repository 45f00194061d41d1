// CUDA's <cooperative_groups.h>, for the SIMT machine.
#pragma once

#include "device/groups/simt_group_partitions.h"
