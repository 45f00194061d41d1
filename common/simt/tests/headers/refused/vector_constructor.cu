__global__ void kernel(float4* out) {
  out[0] = float4(1, 2, 3, 4);  // here
}
