#error "SIMT machine: <cub/cub.cuh> is not supported: write the collective with shuffles and shared memory, or use cooperative_groups::reduce"
