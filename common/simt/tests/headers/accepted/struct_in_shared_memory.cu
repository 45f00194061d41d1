struct Particle {
  float3 position;
  float mass;
};
union Word {
  float f;
  unsigned u;
};

__global__ void staged(const Particle* in, Particle* out) {
  __shared__ Particle particles[32];
  __shared__ Word words[32];
  particles[threadIdx.x] = in[threadIdx.x];
  words[threadIdx.x].f = in[threadIdx.x].mass;
  __syncthreads();
  out[threadIdx.x] = particles[31 - threadIdx.x];
  out[threadIdx.x].mass = static_cast<float>(words[threadIdx.x].u);
}
