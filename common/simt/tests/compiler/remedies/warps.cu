extern "C" __global__ void kernel(int* a, int v, int* p) {
  a[0] = __match_any(v);  // says: write __match_any_sync(0xffffffff, value)
  a[1] = __match_all(v, p);  // says: write __match_all_sync(0xffffffff, value, &all_equal)
  a[2] = __reduce_add(v);  // says: write __reduce_add_sync(0xffffffff, value)
  a[3] = __shfl(v, 1);  // says: write __shfl_sync(0xFFFFFFFF, ...)
  a[4] = __ballot(v);  // says: write __ballot_sync(0xFFFFFFFF, ...)
  a[5] = __shfl_down_sync(v, 16);  // says: takes the mask of lanes first: __shfl_down_sync(0xffffffff, value, distance)
  a[6] = __shfl_xor_sync(v, 16);  // says: __shfl_xor_sync(0xffffffff, value, lane_mask)
  a[7] = __shfl_sync(v, 0);  // says: __shfl_sync(0xffffffff, value, lane)
  a[8] = __ballot_sync(v);  // says: __ballot_sync(0xffffffff, condition)
  a[9] = __reduce_add_sync(v);  // says: __reduce_add_sync(0xffffffff, value)
  a[10] = __shfl_down_sync(0xffffffff, p, 1);  // says: a shuffle moves one number of up to 8 bytes
}
