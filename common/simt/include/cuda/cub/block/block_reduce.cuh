#error "SIMT machine: <cub/block/block_reduce.cuh> is not supported: write the collective with shuffles and shared memory, or use cooperative_groups::reduce"
