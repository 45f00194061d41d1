struct Particle {
  float x, y, z, mass;
};

__global__ void kernel(const Particle* in, Particle* out) {
  out[0] = __ldg(in);  // here
}
