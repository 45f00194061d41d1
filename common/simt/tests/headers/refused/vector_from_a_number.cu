__global__ void kernel(float4* out) {
  float4 v = 1.0F;  // here
  out[0] = v;
}
