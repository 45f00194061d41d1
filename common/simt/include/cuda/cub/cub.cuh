// What the SIMT machine does not have says so.
#pragma once

#error "SIMT machine: <cub/cub.cuh> is not supported: write the collective with shuffles and shared memory, or use cooperative_groups::reduce"
