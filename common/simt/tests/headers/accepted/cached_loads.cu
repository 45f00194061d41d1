__global__ void cached(const float4* in, const int* indices, float4* out, volatile float* flag) {
  const int i = __ldg(indices + threadIdx.x);
  float4 v = __ldg(&in[i]);
  v.x += __ldcg(in + 1).x + __ldcs(in + 2).y + flag[0];
  __stcs(out + threadIdx.x, v);
  __stcg(&out[threadIdx.x].y, 3);
}
