extern "C" __global__ void kernel(unsigned* a) {
  a[0] = __builtin_ctz(a[1]);  // says: in a kernel, write __ffs(x) - 1
  a[1] = __builtin_ctzll(a[2]);  // says: in a kernel, write __ffsll(x) - 1
  a[2] = __builtin_bswap32(a[2]);  // says: __byte_perm(x, 0, 0x0123)
  if (a[3] == 0) __builtin_trap();  // says: __trap()
}
