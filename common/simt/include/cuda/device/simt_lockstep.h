// simtcc --lockstep: what GPUs before Volta had, whose warps did every instruction together. simtcc includes this file behind
// cuda_runtime.h. Such a function takes the lanes that are there (CUDA Toolkit 8.0, CUDA C Programming Guide, "Warp Shuffle
// Functions" and "Warp Vote Functions").
#pragma once

#include "simt_macros_aside.h"

#define __shfl(...) __shfl_sync(__activemask(), __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(__activemask(), __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(__activemask(), __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(__activemask(), __VA_ARGS__)
#define __ballot(predicate) __ballot_sync(__activemask(), predicate)
#define __any(predicate) __any_sync(__activemask(), predicate)
#define __all(predicate) __all_sync(__activemask(), predicate)

#include "simt_macros_back.h"
