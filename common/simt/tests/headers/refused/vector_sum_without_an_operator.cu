__global__ void kernel(float4* out) {
  out[0] = out[1] + out[2];  // here
}
