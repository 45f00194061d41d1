__device__ void function(int* out) { out[0] = 1; }

void run(int* out) {
  function<<<1, 1>>>(out);  // here
}
