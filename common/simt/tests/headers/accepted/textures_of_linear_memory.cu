__global__ void fetched(cudaTextureObject_t texture, float4* out) {
  out[threadIdx.x] = tex1Dfetch<float4>(texture, threadIdx.x);
  out[threadIdx.x].x += tex1Dfetch<float>(texture, 3);
}

cudaTextureObject_t made(float* data, size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = bytes;
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}
