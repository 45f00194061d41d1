// CUDA's <cooperative_groups.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/groups/simt_group_partitions.h"

#include "device/simt_macros_back.h"
