__global__ void bits(unsigned* out, unsigned long long w) {
  const unsigned x = out[0];
  out[1] = __popc(x) + __clz(x) + __ffs(x) + __brev(x) + __popcll(w) + __clzll(w) + __ffsll(w);
  out[2] = __umulhi(x, x) + __mulhi(3, 4) + __byte_perm(x, x, 0x3210) + __funnelshift_l(x, x, 3);
  out[3] =
      __float_as_uint(1.0F) + __float2int_rn(2.5F) + __double2int_rz(3.5) + __usad(x, 1, 2) + __dp4a(x, x, x);
}
