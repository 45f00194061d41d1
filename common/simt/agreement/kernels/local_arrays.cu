// Arrays of a thread's own whose index only the run knows: they lie in local memory.

// One index for all lanes.
extern "C" __global__ void local_same_index(const float* in, const int* index, float* out) {
  float window[16];
  for (int i = 0; i < 16; ++i) window[index[i]] = in[threadIdx.x + 32 * i];
  out[threadIdx.x] = window[index[threadIdx.x / 32]];
}

// Stored where the compiler knows, and loaded once: no access of memory is needed.
extern "C" __global__ void local_loaded_once(const float* in, const int* index, float* out) {
  float window[16];
  for (int i = 0; i < 16; ++i) window[i] = in[threadIdx.x + 32 * i];
  out[threadIdx.x] = window[index[threadIdx.x]];
}

// An index for each lane, at stores too.
extern "C" __global__ void local_permuted(const int* index, int* out) {
  int places[32];
  for (int i = 0; i < 32; ++i) places[index[32 * i + threadIdx.x]] = i;
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum = 2 * sum + places[index[i]];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void local_doubles(const double* in, const int* index, double* out) {
  double window[8];
  for (int i = 0; i < 8; ++i) window[i] = in[threadIdx.x + 32 * i];
  out[threadIdx.x] = window[index[threadIdx.x]];
}

extern "C" __global__ void local_vectors(const float4* in, const int* index, float4* out) {
  float4 window[8];
  for (int i = 0; i < 8; ++i) window[index[i]] = in[threadIdx.x + 32 * i];
  out[threadIdx.x] = window[index[threadIdx.x]];
}

extern "C" __global__ void local_bytes(const int* index, unsigned char* out) {
  unsigned char marks[64];
  for (int i = 0; i < 64; ++i) marks[i] = 0;
  for (int i = 0; i < 8; ++i) marks[index[32 * i + threadIdx.x] % 64] += 1;
  out[threadIdx.x] = marks[index[threadIdx.x]];
}

extern "C" __global__ void local_shorts(const int* index, short* out) {
  short steps[32];
  for (int i = 0; i < 32; ++i) steps[index[i]] = static_cast<short>(i);
  out[threadIdx.x] = steps[index[threadIdx.x]];
}

// Every third lane reads.
extern "C" __global__ void local_some_lanes(const float* in, const int* index, float* out) {
  float window[16];
  for (int i = 0; i < 16; ++i) window[index[i]] = in[threadIdx.x + 32 * i];
  if (threadIdx.x % 3 == 0) out[threadIdx.x] = window[index[threadIdx.x]];
}

// A histogram for each thread.
extern "C" __global__ void local_histogram(const unsigned* in, unsigned* out, int rounds) {
  unsigned counts[16] = {};
  for (int k = 0; k < rounds; ++k) ++counts[in[32 * k + threadIdx.x] % 16];
  for (int i = 0; i < 16; ++i) out[32 * i + threadIdx.x] = counts[i];
}

// A stack, as those who walk a tree keep it: lanes are at different depths.
extern "C" __global__ void local_stack(const int* in, int* out, int rounds) {
  int stack[24];
  int depth = 0;
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    const int value = in[32 * k + threadIdx.x];
    if (value % 3 != 0 && depth < 24) {
      stack[depth++] = value;
    } else if (depth > 0) {
      sum += stack[--depth];
    }
  }
  out[threadIdx.x] = sum;
}
