// Kernels that one part of a GPU limits each: ../time/predicted_time_test.cpp.
#include <cuda_fp16.h>

extern "C" {

__global__ void copy(const float* __restrict__ in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Four loads of a thread are on their way at once.
__global__ void copy_by_four(const float* __restrict__ in, float* out) {
  const int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float v[4];
  for (int j = 0; j < 4; ++j) v[j] = in[i + j * blockDim.x];
  for (int j = 0; j < 4; ++j) out[i + j * blockDim.x] = v[j];
}

// The first blocks copy, and the others do nothing.
__global__ void copy_by_few(const float* __restrict__ in, float* out, int n, int blocks) {
  if (blockIdx.x >= blocks) return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blocks * blockDim.x) out[i] = in[i];
}

__global__ void chase(const int* __restrict__ next, int* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < steps; ++i) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Nobody but the launch knows that all lanes add to one word where `apart` is 0.
__global__ void add_apart(int* sum, int apart) {
  atomicAdd(sum + apart * threadIdx.x, static_cast<int>(threadIdx.x));
}
__global__ void add_together(int* sum) { atomicAdd(sum, static_cast<int>(threadIdx.x)); }

__global__ void chase_longer_in_one_block(const int* __restrict__ next, int* out, int steps, int longer) {
  int here = blockIdx.x * blockDim.x + threadIdx.x;
  int count = blockIdx.x == 7 ? longer : steps;
  for (int i = 0; i < count; ++i) here = next[here];
  out[blockIdx.x * blockDim.x + threadIdx.x] = here;
}

__global__ void banks(float* out, int stride, int rounds) {
  __shared__ float tile[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = i;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += tile[(threadIdx.x * stride + i * 32) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// One lane of the block goes on alone, for more steps than are recorded of a warp. All steps of the other warps are.
__global__ void mark_by_one(float* out, int rounds) {
  __shared__ int marks[256];
  marks[threadIdx.x] = 0;
  __syncthreads();
  const int count = threadIdx.x == 0 ? rounds : threadIdx.x % 32 == 0 ? 900 : 0;
  for (int i = 0; i < count; ++i) atomicOr(&marks[i * 7 % 256], 1 << i % 32);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = marks[threadIdx.x];
}

// All warps meet in each round, more often than is recorded of them.
__global__ void meet_often(float* out, int rounds) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    tile[(threadIdx.x + i) % blockDim.x] += 1;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}

// The loop ends where its lanes say so, or where a counter does.
__global__ void until_large(float* out, int rounds) {
  float v = threadIdx.x % 2 ? 1.5f : 1.25f;
  const float most = rounds * 1e30f;
  int steps = 0;
  while (v < most) {
    v = v * 1.001f;
    ++steps;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}

__constant__ unsigned table_of_constants[256];
__global__ void look_up(float* out, int apart) {
  unsigned v = threadIdx.x * apart;
  for (int i = 0; i < 64; ++i) v = table_of_constants[(v + i) & 255] + threadIdx.x * apart;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void arithmetic(float* out, int rounds) {
  float v = threadIdx.x;
  for (int i = 0; i < rounds; ++i) v = v * 1.0001f + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void read_table(const float* __restrict__ table, float* out, int rounds) {
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += table[(threadIdx.x + i * 32) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void timed(float* out) { out[threadIdx.x] = static_cast<float>(clock64()); }

__global__ void add_by_compare_and_swap(unsigned* word) {
  unsigned old = *word, expected;
  do {
    expected = old;
    old = atomicCAS(word, expected, expected + 1);
  } while (old != expected);
}

__global__ void take_from_queue(int* taken, const float* in, float* out, int items) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(taken, 1);
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= items) return;
    out[mine * blockDim.x + threadIdx.x] = in[mine * blockDim.x + threadIdx.x] + 1;
  }
}

__global__ void local_array(float* out, int step) {
  float values[64];
  for (int i = 0; i < 64; ++i) values[i] = static_cast<float>(i + step);
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += values[(i * step + static_cast<int>(threadIdx.x)) % 64];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void array_in_registers(float* out, int step) {
  float values[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) values[i] = static_cast<float>(i + step);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 64; ++i) sum += values[(i * 5) % 64];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void sum_column(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[r * cols + c];
  out[c] = sum;
}

// Eight rounds at once bring 16 numbers of two words: more than registers have room for.
__global__ void product_column(const double* __restrict__ a, const double* __restrict__ b, double* out,
                               int rows, int cols) {
  const int c = threadIdx.x;
  double sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[r * cols + c] * b[r * cols + c];
  out[c] = sum;
}

// A division that rounds correctly has a branch, which no load passes; __fdividef() has none.
__global__ void sum_quotients(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) sum += 1.5F / (in[r * cols + c] + 3.0F);
  out[c] = sum;
}
__global__ void sum_fast_quotients(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) sum += __fdividef(1.5F, in[r * cols + c] + 3.0F);
  out[c] = sum;
}

// As many instructions on a GPU, whatever the machine's headers make of __dp4a().
__global__ void byte_products(float* out, int rounds) {
  int sum = threadIdx.x;
  for (int i = 0; i < rounds; ++i) sum = __dp4a(sum, i, sum);
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(sum);
}
__global__ void word_products(float* out, int rounds) {
  int sum = threadIdx.x;
  for (int i = 0; i < rounds; ++i) sum = sum * i + sum;
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(sum);
}

// The sine of a multiple of pi is shorter than that of any angle: its whole turns are exact.
__global__ void sines_of_pi(float* out, int rounds) {
  float x = threadIdx.x * 0.01F;
  for (int i = 0; i < rounds; ++i) x = sinpif(x) + 0.3F;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void sines_of_angles(float* out, int rounds) {
  float x = threadIdx.x * 0.01F;
  for (int i = 0; i < rounds; ++i) x = sinf(x) + 0.3F;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void sum_column_rolled(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < rows; ++r) sum += in[r * cols + c];
  out[c] = sum;
}

__global__ void sum_until_negative(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) {
    const float value = in[r * cols + c];
    if (value < 0) break;
    sum += value;
  }
  out[c] = sum;
}

__global__ void arithmetic_with_halves(float* out, int rounds) {
  const half2 scale = __float2half2_rn(0.5f), base = __float2half2_rn(threadIdx.x);
  half2 value = base;
  for (int i = 0; i < rounds; ++i) value = __hfma2(value, scale, base);
  out[blockIdx.x * blockDim.x + threadIdx.x] = __low2float(value);
}

__global__ void sort_nine(const float* __restrict__ in, float* out) {
  float v[9];
#pragma unroll
  for (int i = 0; i < 9; ++i) v[i] = in[i * blockDim.x + threadIdx.x];
#pragma unroll
  for (int first = 0; first < 8; ++first) {
#pragma unroll
    for (int i = first + 1; i < 9; ++i) {
      const float low = fminf(v[first], v[i]), high = fmaxf(v[first], v[i]);
      v[first] = low, v[i] = high;
    }
  }
  out[threadIdx.x] = v[4];
}
}

// A tile of a column a lane: the loads of `in` need not wait for what is stored to shared memory.
__global__ void through_a_tile(const float* in, float* out) {
  __shared__ float tile[32][33];
  const int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
  for (int c = 0; c < 32; ++c) tile[c][threadIdx.x] = in[first + 32 * c];
  __syncwarp();
  float column = 0;
#pragma unroll
  for (int r = 0; r < 32; ++r) column += tile[threadIdx.x][r];
  out[blockIdx.x * 32 + threadIdx.x] = column;
}

// The same by way of an array in global memory that may be `in`: each load waits for the store before it.
__global__ void through_memory(const float* in, float* tile, float* out) {
  const int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
  for (int c = 0; c < 32; ++c) tile[first + 32 * c] = in[first + 32 * c];
  out[blockIdx.x * 32 + threadIdx.x] = tile[first];
}

// Loops that ptxas unrolls again: with an `if` that it predicates, in steps of three, over numbers of 16 bits. And one that
// was told how far.
__global__ void sum_positive(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) {
    const float value = in[r * cols + c];
    if (value >= 0) sum += value;
  }
  out[c] = sum;
}
__global__ void sum_thirds(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = c % 3; r < 3 * rows; r += 3) sum += in[r / 3 * cols + c];
  out[c] = sum;
}
__global__ void sum_halves(const float* __restrict__ in, float* out, int rows, int cols) {
  const __half* const halves = reinterpret_cast<const __half*>(in);
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += __half2float(halves[r * cols + c]);
  out[c] = sum;
}
__global__ void sum_by_four(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) sum += in[r * cols + c];
  out[c] = sum;
}

// Code of which the instructions are counted.
__global__ void sum_of_array(const float* __restrict__ in, float* out, int width) {
  float sum = 0;
  for (int c = threadIdx.x; c < width; c += blockDim.x) sum += in[c];
  out[threadIdx.x] = sum;
}
__global__ void sum_of_row(const float* __restrict__ in, float* out, int width) {
  const float* const row = in + blockIdx.x * width;
  float sum = 0;
  for (int c = threadIdx.x; c < width; c += blockDim.x) sum += row[c];
  out[threadIdx.x] = sum;
}
__global__ void sum_of_bytes(const unsigned char* __restrict__ in, float* out, int width) {
  unsigned sum = 0;
  for (int c = threadIdx.x; c < width; c += blockDim.x) sum += in[c];
  out[threadIdx.x] = sum;
}
__global__ void sum_of_words(const unsigned* __restrict__ in, float* out, int width) {
  unsigned sum = 0;
  for (int c = threadIdx.x; c < width; c += blockDim.x) sum += in[c];
  out[threadIdx.x] = sum;
}
__global__ void sum_by_wide_index(const float* __restrict__ in, float* out, int width) {
  float sum = 0;
  for (unsigned long long c = threadIdx.x; c < width; c += blockDim.x) sum += in[c];
  out[threadIdx.x] = sum;
}
__global__ void sum_column_by_wide_index(const float* __restrict__ in, float* out, unsigned long long rows,
                                         unsigned long long cols) {
  const unsigned long long column = threadIdx.x;
  float sum = 0;
  for (unsigned long long r = 0; r < rows; ++r) sum += in[r * cols + column];
  out[threadIdx.x] = sum;
}
__global__ void five_taps(const float* __restrict__ in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y;
  float sum = 0;
#pragma unroll
  for (int d = -2; d <= 2; ++d) {
    if (i + d >= 0 && i + d < n) sum += in[row * n + i + d];
  }
  out[i] = sum;
}
__global__ void store_always(const float* __restrict__ in, float* out, int low, int high) {
  const int i = threadIdx.x;
  const float value = in[i] + low + high;
  out[i] = value;
  out[i + 32] = value;
}
__global__ void store_above_low(const float* __restrict__ in, float* out, int low, int high) {
  const int i = threadIdx.x;
  const float value = in[i] + low + high;
  if (i > low) out[i] = value;
  out[i + 32] = value;
}
__global__ void store_between(const float* __restrict__ in, float* out, int low, int high) {
  const int i = threadIdx.x;
  const float value = in[i] + low + high;
  if (i > low && i < high) out[i] = value;
  out[i + 32] = value;
}

__global__ void fill(float4* out) {
  out[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] = make_float4(1, 2, 3, 4);
}

// Three members of a structure, one after the other: of five words each, or of eight.
template <int kWords>
__device__ void add_to_three(float* all) {
  float* const mine = all + (blockIdx.x * blockDim.x + threadIdx.x) * kWords;
  const float a = mine[0], b = mine[1], c = mine[2], sum = a + b + c;
  mine[0] = sum, mine[1] = sum + 1, mine[2] = sum + 2;
}
__global__ void structures_of_five(float* all) { add_to_three<5>(all); }
__global__ void structures_of_eight(float* all) { add_to_three<8>(all); }

// All blocks add to the same 256 words, or each to words of its own.
__global__ void add_to_bins(unsigned* bins, int apart) {
  atomicAdd(&bins[blockIdx.x * apart + threadIdx.x], threadIdx.x + 1);
}

// Forty values that are live through the loop; the limit leaves a thread 32 registers, or 64.
template <int kBlocks>
__global__ void __launch_bounds__(1024, kBlocks) keep_forty(float* out, int times) {
  float v[40];
#pragma unroll
  for (int j = 0; j < 40; ++j) v[j] = threadIdx.x * 0.5f + j;
  for (int t = 0; t < times; ++t) {
#pragma unroll
    for (int j = 0; j < 40; ++j) v[j] = v[j] * 0.5f + v[(j + 20) % 40];
  }
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 40; ++j) sum += v[j];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template __global__ void keep_forty<1>(float*, int);
template __global__ void keep_forty<2>(float*, int);

__constant__ float steps[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

// A loop of one round: its divisions are all in its last.
__global__ void divide_once(float* out, int rounds) {
  float sum = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int o = 0; o < 64; ++o) {
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
      const int word = (i + o) / (o + 7 + r);
      if (word % (o + 3) != 1) sum += steps[(o + r) % 16];
    }
  }
  out[i] = sum;
}
__global__ void add_once(float* out, int rounds) {
  float sum = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int o = 0; o < 64; ++o) {
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
      const int word = (i + o) & (o + 7 + r);
      if ((word & (o + 3)) != 1) sum += steps[(o + r) & 15];
    }
  }
  out[i] = sum;
}

// The same numbers by functions that round as the C library's, and by the special unit alone.
__global__ void exact_sines(float* out, int times) {
  float v = threadIdx.x;
  for (int t = 0; t < times; ++t) v = sinf(v) + cosf(v * 2);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void fast_sines(float* out, int times) {
  float v = threadIdx.x;
  for (int t = 0; t < times; ++t) v = __sinf(v) + __cosf(v * 2);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Blocks that do eight times as much as others, or all as much as these do on average.
__global__ void work_unevenly(float* out, int rounds) {
  const bool does_more = (blockIdx.x * 2654435761U >> 28U) < 2;
  float v = threadIdx.x;
  for (int r = 0; r < (does_more ? 8 * rounds : rounds); ++r) v = v * 0.5f + 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void work_evenly(float* out, int rounds) {
  float v = threadIdx.x;
  for (int r = 0; r < rounds + rounds * 7 / 8; ++r) v = v * 0.5f + 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// A division by a power of two of numbers that may be negative, and of others.
__global__ void quarters_of_signed(float* out, int rounds) {
  int v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = (v ^ r) / 4 - v;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void quarters_of_unsigned(float* out, int rounds) {
  unsigned v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = (v ^ r) / 4 - v;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Loops of known numbers of rounds around an array of each thread's.
__global__ void small_products(const float* in, float* out) {
  const int m = threadIdx.x;
  float x[36], y[36];
  for (int i = 0; i < 36; ++i) x[i] = in[m * 36 + i];
  for (int i = 0; i < 36; ++i) y[i] = in[m + i * 36];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      float sum = 0;
      for (int k = 0; k < 6; ++k) sum += x[i * 6 + k] * y[k * 6 + j];
      out[m * 36 + i * 6 + j] = sum;
    }
  }
}

// Follows a table of constants through its first `words` words.
__constant__ int Cycle[15360];
__global__ void chase_constants(float* out, int words) {
  int at = 0;
#pragma unroll 1
  for (int step = 0; step < 4096; ++step) {
    const int next = at + 4099 + Cycle[at];
    at = next % words;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(at);
}

// Each lane looks up what no other does, more often than all addresses of all warps are recorded.
__global__ void look_around(float* out, int rounds) {
  __shared__ int next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i * 421 + 77) % 1024;
  __syncthreads();
  int at = threadIdx.x * 37 % 1024;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) at = (round & 1) ^ next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(at);
}

// One warp of one block does more than any other.
__global__ void go_on_alone(float* out, int rounds) {
  float v = threadIdx.x;
  const bool is_long = blockIdx.x == 5 && threadIdx.x / 32 == 3;
#pragma unroll 1
  for (int r = 0; r < (is_long ? 4 * rounds : rounds); ++r) v = v * 0.5f + 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Each thread adds by compare-and-swap to one of so many words.
__global__ void swap_apart(unsigned* word, int words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* const mine = &word[i % words];
  unsigned old = *mine, expected;
  do {
    expected = old;
    old = atomicCAS(mine, expected, expected + i);
  } while (old != expected);
}

// One lane a block takes a lock, and gives it back.
__global__ void lock_and_unlock(unsigned* lock, volatile unsigned* guarded) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0U, 1U) != 0) {
  }
  __threadfence();
  *guarded = *guarded + 1;
  __threadfence();
  atomicExch(lock, 0U);
}

__global__ void nothing(float*) {}

// Two sides of a branch, each too long for predicates.
__device__ unsigned on_its_side(unsigned x, int r) {
  if (x & 4) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 5 + r;
    x ^= x >> 3;
    x = x * 11 + 1;
  } else {
    x = x * 1664525 + 1013904223;
    x ^= x >> 9;
    x = x * 69069 + r;
    x ^= x << 7;
    x = x * 3 + 7;
  }
  return x;
}

// A whole warp takes one of the sides, or each lane its own.
__global__ void two_sides(float* out, int apart) {
  unsigned x = threadIdx.x / apart * 2654435761U + 1;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) {
    x = on_its_side(x, r);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// A loop in a loop: in each round lanes stay for as long as one another, or each for as long as its numbers say.
__global__ void until_a_bit(float* out, int apart) {
  unsigned x = threadIdx.x / apart * 2654435761U + 1;
  int drawn = 0;
#pragma unroll 1
  for (int r = 0; r < 128; ++r) {
    do {
      x = x * 1664525 + 1013904223;
      ++drawn;
    } while ((x >> 28 & 3) != 0);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = drawn;
}

// A short block without a branch around it, of which the threads from `first` on take no part.
__global__ void add_below(float* out, int first) {
  __shared__ float tile[1024];
  const unsigned t = threadIdx.x;
  tile[t] = t;
  for (int r = 0; r < 256; ++r) {
    __syncthreads();
    if (t < first) tile[t] = tile[t] + r;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[t];
}

// Eight rounds around a barrier. Each divides by a power of two, which is known once they are one stretch of code.
__global__ void butterflies(float* out, int) {
  __shared__ float tile[512];
  const unsigned t = threadIdx.x;
  tile[t] = t;
  tile[t + 256] = t;
  for (unsigned half = 1; half < 256; half *= 2) {
    __syncthreads();
    const unsigned i = 2 * t - t % half;
    const float a = tile[i], b = tile[i + half];
    tile[i] = a + b;
    tile[i + half] = a - b;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[t];
}

// Each thread marks words of an array of its own, one behind the other.
__global__ void mark_local_array(float* out, int rounds) {
  int marks[8] = {};
  unsigned x = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    x = x * 1664525 + 1013904223;
    marks[x >> 29] = r;
  }
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += marks[x >> (29 - i) & 7];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Chains of counted bits, and of others.
__global__ void counted_bits(float* out, int rounds) {
  unsigned x = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) x = __popc(x ^ r) + 77;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void turned_bits(float* out, int rounds) {
  unsigned x = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) x = ~(x ^ r) + 77;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// Each lane reads a word of a line of its own, all of which L1 has: at one bank, or at a bank of its own.
__global__ void read_lines(const float* in, float* out, int stride, int rounds) {
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) sum += in[threadIdx.x % 32 * stride + r % 32];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each lane writes four bytes of another sector: of another line, or of one that it shares with others.
__global__ void write_sectors(float* out, int of_line, int rounds) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float* const mine = out + (warp * 4096 + lane / of_line * 32 + lane % of_line * 8);
  for (int r = 0; r < rounds; ++r) mine[r * of_line % 64 / 16 * 1024] = r;
}

// A chain of stores and loads in a local array; lanes want words of so many lines.
__global__ void local_chain(float* out, int lines) {
  unsigned words[64];
  for (unsigned i = 0; i < 64; ++i) words[i] = (i + lines) % 64;
  unsigned at = threadIdx.x % lines;
#pragma unroll 1
  for (int r = 0; r < 512; ++r) {
    words[(at + 5) % 64] = (at + 6) % 64;
    at = words[at];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Lanes take so many sides apart, each with a load of a local array and a store.
__global__ void take_sides(float* out, int sides) {
  int words[16];
  for (int i = 0; i < 16; ++i) words[i] = i * sides;
  int at = sides % 16, x = 0;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) {
    switch ((threadIdx.x + r) & (sides - 1)) {
      case 0:
        x += words[at];
        words[at] = x;
        break;
      case 1:
        x ^= words[at];
        words[at] = x + 1;
        break;
      case 2:
        x -= words[at];
        words[at] = x + 2;
        break;
      case 3:
        x |= words[at];
        words[at] = x + 3;
        break;
      case 4:
        x = max(x, words[at]);
        words[at] = x ^ 4;
        break;
      default:
        x = x * words[at];
        words[at] = x ^ 9;
    }
    at = (at + 1) % 16;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// Rows of a tile with the elements beside their ends, or beside one end, all by the warp whose row it is.
template <bool kBothEnds>
__device__ void load_ends(const float* in, float* out, int rounds) {
  __shared__ float tile[34];
  float total = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    const float* const row = in + 1 + r * 4096;
    if (threadIdx.x == 0) tile[0] = row[-1];
    if (kBothEnds && threadIdx.x == 31) tile[33] = row[32];
    tile[threadIdx.x + 1] = row[threadIdx.x];
    __syncthreads();
    total += tile[threadIdx.x] + tile[threadIdx.x + 2 * kBothEnds];
    __syncthreads();
  }
  out[threadIdx.x] = total;
}
__global__ void load_one_end(const float* in, float* out, int rounds) { load_ends<false>(in, out, rounds); }
__global__ void load_both_ends(const float* in, float* out, int rounds) { load_ends<true>(in, out, rounds); }

// Warps that take the smaller of two numbers, and warps that multiply and add, side by side on each scheduler.
enum class By { least, sum, both };
template <By kBy>
__global__ void fold(float* out, int rounds) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = threadIdx.x + i;
  const bool takes_least = kBy == By::least || (kBy == By::both && threadIdx.x / 128 % 2 == 0);
#pragma unroll 1
  for (int r = 0; takes_least && r < rounds; ++r) {
    v[0] = tile[(threadIdx.x + r) % 1024];
#pragma unroll
    for (int k = 0; k < 32; ++k) v[k % 8] = fminf(v[k % 8], v[(k + 3) % 8]);
  }
#pragma unroll 1
  for (int r = 0; !takes_least && r < rounds; ++r) {
    v[0] = tile[(threadIdx.x + r) % 1024];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k % 8] = fmaf(v[k % 8], 0.5f, v[(k + 3) % 8]);
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += v[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template __global__ void fold<By::least>(float*, int);
template __global__ void fold<By::sum>(float*, int);
template __global__ void fold<By::both>(float*, int);

// A lane of each warp adds to sixteen sectors, one after the other: all warps in one order, or each in another.
__global__ void add_in_turn(float* sums, int apart) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * apart;
  if (threadIdx.x % 32 != 0) return;
#pragma unroll
  for (int i = 0; i < 16; ++i) atomicAdd(&sums[(first + i) % 16 * 8], static_cast<float>(i));
}

// A loop whose rounds divide by one number, or each by another.
__global__ void divide_by_one(float* out, int rounds) {
  unsigned v = threadIdx.x * 2654435761U;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) v = v % (rounds + 77U) + r * 40503U;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void divide_by_each(float* out, int rounds) {
  unsigned v = threadIdx.x * 2654435761U;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) v = v % (rounds + r + 77U) + r * 40503U;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Few rounds over numbers of 16 bits: no counter, and addresses that are known.
__global__ void halves_of_a_tile(float* out, int) {
  __shared__ __half tile[64];
  tile[threadIdx.x] = __float2half(threadIdx.x);
  tile[threadIdx.x + 32] = __float2half(threadIdx.x);
  __syncthreads();
  __half2 sum = __float2half2_rn(0.f);
  for (int k = 0; k < 32; k++) sum = __hfma2(__half2half2(tile[k]), __half2half2(tile[k + 32]), sum);
  out[threadIdx.x] = __low2float(sum);
}

// What nearly no thread finds: 96 rounds of arithmetic in a row, and nothing behind them; or a few.
template <int Rounds>
__global__ void find_rarely(float* out, int wanted) {
  unsigned v = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761U;
#pragma unroll
  for (int r = 0; r < Rounds; ++r) v = (v ^ (v >> 7)) * 2654435761U + r * 40503U;
  if (v == static_cast<unsigned>(wanted)) out[0] = 1;
}
template __global__ void find_rarely<96>(float*, int);
template __global__ void find_rarely<4>(float*, int);

// Four words of a tile, each of which says where the next is: bare, or behind a condition.
template <bool kGuarded>
__global__ void follow_tile(float* out, int limit) {
  __shared__ int tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = i & 1023;
  __syncthreads();
  int at = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < 1024; ++r) {
    if (!kGuarded || at < limit) {
      const int a = tile[at & 1023], b = tile[(a ^ 1) & 1023], c = tile[(b + 3) & 1023],
                d = tile[(c ^ b) & 1023];
      tile[1024 + threadIdx.x] = d + c;
      at = (d + a) & 1023;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
template __global__ void follow_tile<false>(float*, int);
template __global__ void follow_tile<true>(float*, int);

// A word of a tile before each barrier.
__global__ void load_and_meet(float* out, int) {
  __shared__ int tile[1024];
  tile[threadIdx.x] = tile[threadIdx.x + 512] = threadIdx.x;
  __syncthreads();
  int all = 0;
#pragma unroll 1
  for (int r = 0; r < 1024; ++r) {
    all ^= tile[threadIdx.x ^ (r & 1)];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

// Some sums in each round, or else some others: ptxas predicates both sides.
template <bool kElse>
__global__ void add_by_choice(float* out, int limit) {
  __shared__ float2 tile[128];
  for (int i = threadIdx.x; i < 128; i += blockDim.x) tile[i] = make_float2(i % 7, i % 5);
  __syncthreads();
  float near_x = 0, near_y = 0, far_x = 0, far_y = 0;
  int count = 0;
#pragma unroll 1
  for (int r = 0; r < 1024; ++r) {
    const float2 b = tile[(r + threadIdx.x) & 127];
    if (b.x * b.y < limit) {
      near_x -= b.x, near_y -= b.y;
    } else if (kElse) {
      far_x += b.x, far_y += b.y, ++count;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = near_x + near_y + far_x + far_y + count;
}
template __global__ void add_by_choice<false>(float*, int);
template __global__ void add_by_choice<true>(float*, int);

// Additions to 32 words of a tile, those of all warps or of each its own, and as many compare-and-swaps.
__global__ void add_floats(float* out, int apart) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = 0;
  __syncthreads();
  float* const mine = &tile[threadIdx.x % 32 + threadIdx.x / 32 * apart];
#pragma unroll 1
  for (int r = 0; r < 256; ++r) atomicAdd(mine, 1.0f);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}
__global__ void swap_words(float* out, int apart) {
  __shared__ int words[1024];
  words[threadIdx.x] = 0;
  __syncthreads();
  int* const mine = &words[threadIdx.x % 32 + threadIdx.x / 32 * apart];
  int found = 0;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) found = atomicCAS(mine, found, r);
  out[blockIdx.x * blockDim.x + threadIdx.x] = found;
}

// Each round loads the row that the round before has stored, or one that nobody has touched.
__global__ void load_what_was_stored(float* out, const float* again, int rounds) {
  float v = threadIdx.x;
#pragma unroll 1
  for (int r = 1; r < rounds; ++r) {
    out[r * 32 + threadIdx.x] = v;
    v = again[(r - 1) * 32 + threadIdx.x] + 1;
  }
  out[threadIdx.x] = v;
}

// Remainders by a constant, of numbers with a sign and without.
__global__ void thirds_of_signed(float* out, int rounds) {
  int v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = (v ^ r) % 1001 - v;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void thirds_of_unsigned(float* out, int rounds) {
  unsigned v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = (v ^ r) % 1001 - v;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// The same, in rounds that each store.
__global__ void sides_between_stores(float* out, int apart) {
  unsigned x = threadIdx.x / apart * 2654435761U + 1;
#pragma unroll 1
  for (int r = 0; r < 64; ++r) {
    x = on_its_side(x, r);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
  }
}

// Sixteen sums that need nothing of each other.
__global__ void sixteen_sums(float* out, int rounds) {
  float v[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) v[i] = threadIdx.x + i;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 128; ++k) v[k % 16] += 1.5f;
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 16; ++i) sum += v[i];
  out[threadIdx.x] = sum;
}

// Eight comparisons a round, each of what the one before led to.
__global__ void predicated_chain(float* out, int rounds) {
  float x = threadIdx.x;
  const float y = out[threadIdx.x];
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      if (x > y) {
        out[threadIdx.x] = x;
        x = x * 0.5f - y;
      }
      x += 1.5f;
    }
  }
  out[threadIdx.x] = x;
}

// Four neighbouring floats a thread: each may be what is stored before it, or all are loaded first.
__global__ void copy_in_a_row(const float* in, float* out) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
#pragma unroll
  for (int i = first; i < first + 4; ++i) out[i] = in[i];
}
__global__ void copy_at_once(const float* in, float* out) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) v[i] = in[first + i];
#pragma unroll
  for (int i = 0; i < 4; ++i) out[first + i] = v[i];
}

// So many words a thread, one after the other.
template <int kWords>
__global__ void store_words(float* out) {
  float* const own = out + kWords * (blockIdx.x * blockDim.x + threadIdx.x);
#pragma unroll
  for (int i = 0; i < kWords; ++i) own[i] = threadIdx.x + i;
}
template __global__ void store_words<5>(float*);
template __global__ void store_words<8>(float*);

// Loops whose rounds take as many instructions as nvcc makes them: predicted_time_test.cpp says how many.
__global__ void sum_in_steps(const float* in, float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void sum_pairs_in_steps(const float* in, float* out, int count) {
  const float* const more = in + count;
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) sum += in[i] * more[i];
  out[threadIdx.x] = sum;
}
__global__ void sum_by_block_size(const float* in, float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void sum_neighbours_in_steps(const float* in, float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) sum += in[i] * in[i + 1] + in[i + 2];
  out[threadIdx.x] = sum;
}
__global__ void sum_rows_in_shared(const float* in, float* out, int count) {
  __shared__ float row[2048];
  const int t = threadIdx.x;
  for (int i = t; i < 2048; i += 32) row[i] = in[i];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = t; i < count; i += 32) sum += row[i & 1023] * row[(i & 1023) + 512];
  out[t] = sum;
}
// Rounds around barriers: nvcc unrolls the first, and the second not.
__global__ void barriers_in_rounds(const float* in, float* out, int count) {
  __shared__ float row[2048];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < count; i += 32) {
    row[t] = in[i + t];
    __syncthreads();
    sum += row[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void barriers_by_block_size(const float* in, float* out, int count) {
  __shared__ float row[2048];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < count; i += blockDim.x) {
    row[t] = in[i + t];
    __syncthreads();
    sum += row[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void divide_in_rounds(const float* in, float* out, int count) {
  unsigned sum = 0;
  const unsigned divisor = count;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) sum += __float_as_uint(in[i]) / divisor;
  out[threadIdx.x] = sum;
}
__global__ void divide_in_some_rounds(const float* in, float* out, int count) {
  unsigned sum = 0;
  const unsigned divisor = count;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) {
    const unsigned number = __float_as_uint(in[i]);
    if (number > 7) sum += number / divisor;
  }
  out[threadIdx.x] = sum;
}

// A polynomial whose coefficients are in constant memory, and one that has them in its code.
__constant__ float coefficients[4] = {0.5F, 0.25F, 0.125F, 0.0625F};
__global__ void polynomial_of_constants(float* out, int number) {
  const float x = static_cast<float>(number);
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      ((coefficients[0] * x + coefficients[1]) * x + coefficients[2]) * x + coefficients[3];
}
__global__ void polynomial_of_numbers(float* out, int number) {
  const float x = static_cast<float>(number);
  out[blockIdx.x * blockDim.x + threadIdx.x] = ((0.5F * x + 0.25F) * x + 0.125F) * x + 0.0625F;
}

// Rounds without accesses, of logic and of as many products with sums.
__global__ void rounds_of_logic(float* out, int rounds) {
  unsigned a = threadIdx.x, b = blockIdx.x;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    a = (a ^ b) >> 3;
    b = (b | a) >> 1;
    a = (a & b) >> 2;
    b = (b ^ a) >> 1;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(a + b);
}
__global__ void rounds_of_products(float* out, int rounds) {
  float a = threadIdx.x, b = blockIdx.x;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    a = a * b + 3.0F;
    b = b * a + 5.0F;
    a = a * b + 7.0F;
    b = b * a + 9.0F;
    a = a * b + 3.0F;
    b = b * a + 5.0F;
    a = a * b + 7.0F;
    b = b * a + 9.0F;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

// Behind an `if`, another value that was loaded before is passed on, or the same.
__global__ void keep_the_larger(const float* in, float* out, int count) {
  const int t = threadIdx.x;
  float mine = in[t];
  const float other = in[t + count];
  if (mine > 3 * other) {
    out[t + count] = 2;
    mine = other;
  }
  out[t] = mine;
}
__global__ void keep_its_own(const float* in, float* out, int count) {
  const int t = threadIdx.x;
  const float mine = in[t], other = in[t + count];
  if (mine > 3 * other) out[t + count] = 2;
  out[t] = mine;
}

// What nvcc unrolls around calls of all lanes, and what it does not.
__global__ void shuffles_in_rounds(const float* in, float* out, int count) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < count; i += 32) sum += __shfl_xor_sync(~0U, in[i + t], 1);
  out[t] = sum;
}
__global__ void shuffles_round_by_round(const float* in, float* out, int count) {
  const int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < count; i += 32) sum += __shfl_xor_sync(~0U, in[i + t], 1);
  out[t] = sum;
}
// 24 exchanges a round are too many to have two rounds at a time; 22 are not.
template <int N>
__global__ void exchange(const float* in, float* out, int count) {
  float value = in[threadIdx.x];
  for (int i = 0; i < count; i += 32) {
#pragma unroll
    for (int k = 0; k < N; ++k) value += __shfl_xor_sync(~0U, value, k + 1);
  }
  out[threadIdx.x] = value;
}
template __global__ void exchange<22>(const float*, float*, int);
template __global__ void exchange<24>(const float*, float*, int);

// Steps of an unsigned number, as those of cooperative groups: ptxas unrolls the first, and not the second, which stores.
__global__ void sum_by_unsigned_steps(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += 32U) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void scale_by_unsigned_steps(const float* __restrict__ in, float* __restrict__ out, int count) {
  for (int i = threadIdx.x; i < count; i += 32U) out[i] = 2 * in[i];
}

// Each round asks for the answer of an atomic operation before the next one's loads begin, or does not.
__global__ void count_by_answers(const float* __restrict__ in, float* out, int count) {
  int* const found = reinterpret_cast<int*>(out);
  for (int i = threadIdx.x; i < count; i += 32) {
    const int value = static_cast<int>(in[i]);
    if (atomicMax(&found[i], value) < value) atomicAdd(&found[count + i], 1);
  }
}
__global__ void count_without_answers(const float* __restrict__ in, float* out, int count) {
  int* const found = reinterpret_cast<int*>(out);
  for (int i = threadIdx.x; i < count; i += 32) atomicMax(&found[i], static_cast<int>(in[i]));
}
// The same of floats that are added up in shared memory, in a loop around a compare-and-swap, and of whole numbers.
template <class Number>
__global__ void add_in_shared(const float* in, float* out, int count) {
  __shared__ Number sums[32];
  sums[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += 32) atomicAdd(&sums[threadIdx.x], static_cast<Number>(in[i]));
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(sums[threadIdx.x]);
}
template __global__ void add_in_shared<float>(const float*, float*, int);
template __global__ void add_in_shared<int>(const float*, float*, int);

// Some lanes of a warp load each edge of a tile, behind a branch around another one.
template <int Edges>
__global__ void load_edges(const float* in, float* out, int rounds) {
  __shared__ float tile[128];
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    const float* const row = in + r * 1024 + threadIdx.x;
#pragma unroll
    for (int e = 0; e < Edges; ++e) {
      if (threadIdx.x >> e & 1) tile[32 * e + threadIdx.x] = rounds > r + e ? row[256 * e] : sum;
    }
    __syncthreads();
    sum = sum * 0.5f + tile[threadIdx.x % Edges * 32 + 31];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
template __global__ void load_edges<1>(const float*, float*, int);
template __global__ void load_edges<4>(const float*, float*, int);

__constant__ unsigned char letters[32];
__constant__ float pairs[64];

// Bytes of eight words: those of each lane, or eight that four lanes share each.
__global__ void look_up_bytes(float* out, int apart) {
  int at = threadIdx.x * apart, sum = 0;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) {
    at = (at + letters[at & 31]) & 31;
    sum += at;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Both words of a pair that each lane has, or one.
template <bool kBoth>
__global__ void look_up_pairs(float* out, int step) {
  int at = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 256; ++r) {
    const int pair = at & 31;
    sum += pairs[2 * pair];
    if (kBoth) sum += pairs[2 * pair + 1];
    at += step;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template __global__ void look_up_pairs<false>(float*, int);
template __global__ void look_up_pairs<true>(float*, int);

// Which way a lane goes is one of four, none of which accesses memory.
__global__ void three_ways(float* out, int apart) {
  unsigned x = threadIdx.x + 1;
#pragma unroll 1
  for (int r = 0; r < 64; ++r) {
    switch (threadIdx.x % apart) {
      case 0:
        x = x * 1664525 + 1013904223;
        x ^= x >> 9;
        x = x * 69069 + r;
        x ^= x << 7;
        break;
      case 5:
        x ^= x << 13;
        x ^= x >> 17;
        x = x * 5 + r;
        x ^= x >> 3;
        break;
      case 9:
        x = x * 11 + r;
        x ^= x >> 5;
        x ^= x << 3;
        x = x * 3 + 7;
        break;
      default:
        x ^= x >> 1;
        break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
  }
}

// 40 values stay in registers through the rounds, of which each loads as many more.
__global__ void weigh_states(const float* in, float* out, int rounds) {
  float state[40] = {};
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int i = 0; i < 40; ++i) state[i] = state[i] * 0.5f + in[(r * 40 + i) * 32];
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 40; ++i) sum += state[i] * (i + 1);
  out[threadIdx.x] = sum;
}
// What a function of an element takes is what a round takes beyond one of the same sum without it.
template <class Function>
__global__ void sum_of(const float* in, float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) sum += Function{}(in[i]);
  out[threadIdx.x] = sum;
}
struct Nothing {
  __device__ float operator()(float x) const { return x; }
};
struct FastExponential {
  __device__ float operator()(float x) const { return __expf(x); }
};
struct FastLogarithm {
  __device__ float operator()(float x) const { return __logf(x); }
};
struct FastPower {
  __device__ float operator()(float x) const { return __powf(x, 0.7F); }
};
struct LogarithmOfGamma {
  __device__ float operator()(float x) const { return lgammaf(x); }
};
struct ErrorOfDouble {
  __device__ float operator()(float x) const { return static_cast<float>(erfc(static_cast<double>(x))); }
};
struct Vote {
  __device__ float operator()(float x) const { return __uint_as_float(__ballot_sync(~0U, x > 3)); }
};
struct VoteOfHalves {
  __device__ float operator()(float x) const {
    return __uint_as_float(__ballot_sync(0xFFFFU << (threadIdx.x & 16U), x > 3));
  }
};
struct Match {
  __device__ float operator()(float x) const {
    return __uint_as_float(__match_any_sync(~0U, __float_as_uint(x)));
  }
};
struct LeastOfThree {
  __device__ float operator()(float x) const {
    const int bits = __float_as_int(x);
    return __int_as_float(min(min(bits, bits << 3U), bits ^ 85));
  }
};
struct LeastOfTwo {
  __device__ float operator()(float x) const {
    const int bits = __float_as_int(x);
    return __int_as_float(min(bits, bits << 3U));
  }
};
struct OneProduct {
  __device__ float operator()(float x) const { return sqrtf((x + 1) * (x + 2) + (x + 3)); }
};
struct TwoProducts {
  __device__ float operator()(float x) const { return sqrtf((x + 1) * (x + 2) + (x + 3) * (x + 4)); }
};
struct LongRemainder {
  __device__ float operator()(float x) const {
    const unsigned long long bits = __float_as_uint(x);
    return __uint_as_float(static_cast<unsigned>((bits << 20U ^ bits) % (bits + blockDim.x)));
  }
};
template __global__ void sum_of<Nothing>(const float*, float*, int);
template __global__ void sum_of<FastExponential>(const float*, float*, int);
template __global__ void sum_of<FastLogarithm>(const float*, float*, int);
template __global__ void sum_of<FastPower>(const float*, float*, int);
template __global__ void sum_of<LogarithmOfGamma>(const float*, float*, int);
template __global__ void sum_of<ErrorOfDouble>(const float*, float*, int);
template __global__ void sum_of<Vote>(const float*, float*, int);
template __global__ void sum_of<VoteOfHalves>(const float*, float*, int);
template __global__ void sum_of<Match>(const float*, float*, int);
template __global__ void sum_of<LeastOfTwo>(const float*, float*, int);
template __global__ void sum_of<LeastOfThree>(const float*, float*, int);
template __global__ void sum_of<OneProduct>(const float*, float*, int);
template __global__ void sum_of<TwoProducts>(const float*, float*, int);
template __global__ void sum_of<LongRemainder>(const float*, float*, int);

__global__ void sum_of_halves(const float* in, float* out, int count) {
  const auto* const halves = reinterpret_cast<const __half*>(in);
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) sum += __half2float(halves[i]);
  out[threadIdx.x] = sum;
}

// The product has 64 bits, since the number of columns was extended ahead of the loop.
__global__ void sum_by_wide_product(const float* in, float* out, int count) {
  const int columns = static_cast<int>(gridDim.x);
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32)
    sum += in[static_cast<unsigned long long>(__float_as_int(in[i]) >> 30U) *
              static_cast<unsigned long long>(columns)];
  out[threadIdx.x] = sum;
}
// IMAD.WIDE multiplies a number of 32 bits, and adds one of 64.
__global__ void sum_by_wide_sum(const float* in, float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32)
    sum += in[static_cast<unsigned long long>(__float_as_int(in[i]) >> 30U) * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// A block that is predicated loads the pointer for itself.
__global__ void sum_of_guarded(const float* in, float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) {
    const float x = in[i];
    if (x > 3) sum += out[32 + (__float_as_int(x) & 31)];
  }
  out[threadIdx.x] = sum;
}

// One lane of those that come by goes to memory for all.
template <bool kAsks>
__global__ void count_in_one_place(const float* in, float* out, int count) {
  auto* const place = reinterpret_cast<unsigned*>(out);
  unsigned sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += 32) {
    const unsigned found = atomicAdd(place, 1U);
    sum += kAsks ? found : __float_as_uint(in[i]);
  }
  out[1 + threadIdx.x] = sum;
}
template __global__ void count_in_one_place<false>(const float*, float*, int);
template __global__ void count_in_one_place<true>(const float*, float*, int);

// The branch at the round's end has been decided wherever a lane comes from.
__global__ void search_by_steps(const float* in, float* out, int count) {
  float found = -1;
#pragma unroll 1
  for (int i = threadIdx.x; i < count;) {
    const float x = in[i];
    if (x == 7) {
      found = in[i + 1];
      break;
    }
    i = x > 8 ? i + 32 : i + __float_as_int(x);
  }
  out[threadIdx.x] = found;
}

// Where the array begins in shared memory is found in each round that comes to it, as no value is kept across the barrier.
template <bool kAlways>
__global__ void sum_of_shared(const float* in, float* out, int count) {
  __shared__ float tile[32];
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < count; i += 32) {
    const float x = in[i + threadIdx.x];
    if (kAlways || x > 3) {
      tile[(threadIdx.x + i / 32) % 32] = x;
      for (int k = 0; k < 10; ++k) sum = sum * x + 1;
    }
    __syncthreads();
  }
  out[threadIdx.x] = sum + tile[threadIdx.x];
}
template __global__ void sum_of_shared<true>(const float*, float*, int);
template __global__ void sum_of_shared<false>(const float*, float*, int);

// A guarded stretch of so many instructions, and behind it a load, or none.
template <int Instructions, bool kLoads>
__global__ void guarded_sums(const float* in, float* out, int n) {
  const float limit = threadIdx.x % 2 == 0 ? 10 : 30;
  float sum = threadIdx.x, more = 0;
#pragma unroll 1
  for (int j = 0; j < n; j += 32) {
    const float v = in[j + threadIdx.x];
    if (v > limit) {
#pragma unroll
      for (int i = 0; i < Instructions; ++i) sum = sum * v + 0.5f;
    }
    more += sum;
    if (kLoads) more *= in[n - 1 - j - threadIdx.x];
  }
  out[threadIdx.x] = sum + more;
}
template __global__ void guarded_sums<8, false>(const float*, float*, int);
template __global__ void guarded_sums<10, false>(const float*, float*, int);
template __global__ void guarded_sums<10, true>(const float*, float*, int);
template __global__ void guarded_sums<20, true>(const float*, float*, int);
template __global__ void guarded_sums<22, true>(const float*, float*, int);

// So many values stay in registers.
template <int Values>
__global__ void keep_values(const float* in, float* out, int rounds) {
  float v[Values];
#pragma unroll
  for (int i = 0; i < Values; ++i) v[i] = in[i * 32 + threadIdx.x];
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int i = 0; i < Values; ++i) v[i] = v[i] * 1.5f + r;
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < Values; ++i) sum += v[i] * v[(i + 1) % Values];
  out[threadIdx.x] = sum;
}
template __global__ void keep_values<22>(const float*, float*, int);
template __global__ void keep_values<40>(const float*, float*, int);

// Sums over the rows of a sparse matrix. Row r ends where start[r + 1] says. nvcc treats __ldg() as assembler and moves no load of another kind
// out of a loop around it, so it does not know how long the first loop is. It, or ptxas, knows that of the other three.
__global__ void sum_rows_by_ldg(const int* start, const int* column, const float* value, const float* x,
                                float* y) {
  const int r = threadIdx.x;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void sum_rows_by_ldg_restricted(const int* __restrict__ start, const int* column,
                                           const float* value, const float* x, float* y) {
  const int r = threadIdx.x;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void sum_rows_by_ldg_to_known_end(const int* start, const int* column, const float* value,
                                             const float* x, float* y) {
  const int r = threadIdx.x;
  const int end = start[r + 1];
  float sum = 0;
  for (int i = start[r]; i < end; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void sum_rows(const int* start, const int* column, const float* value, const float* x, float* y) {
  const int r = threadIdx.x;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}

// The sum of a column whose row number is 32 bits wide in the source, or 64, and is multiplied in 32 bits or in 64.
__global__ void sum_from_first_widened(const float* __restrict__ in, float* out, int first, int rows,
                                       int columns) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = first; r < rows; ++r) sum += in[static_cast<std::size_t>(r) * columns + c];
  out[c] = sum;
}
__global__ void sum_from_zero_widened(const float* __restrict__ in, float* out, int, int rows, int columns) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[static_cast<std::size_t>(r) * columns + c];
  out[c] = sum;
}
__global__ void sum_from_first_narrow(const float* __restrict__ in, float* out, int first, int rows,
                                      int columns) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = first; r < rows; ++r) sum += in[r * columns + c];
  out[c] = sum;
}
__global__ void sum_to_widened_bound(const float* __restrict__ in, float* out, int, int rows, int columns) {
  const int c = threadIdx.x;
  float sum = 0;
  for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) sum += in[r * columns + c];
  out[c] = sum;
}

// The neighbours of each element of a tile, by a signed index or by an unsigned one, which may wrap around.
template <class Index>
__global__ void sum_window(float* out, int shift) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) tile[i] = i;
  __syncthreads();
  const Index x = static_cast<Index>(threadIdx.x) + static_cast<Index>(shift);
  float total = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) total = total * 0.5f + tile[x + k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
template __global__ void sum_window<int>(float*, int);
template __global__ void sum_window<unsigned>(float*, int);

// The weights of a cosine transform: computed of constants, or written as numbers.
__global__ void transform_by_cospi(float* out, int shift) {
  float x = threadIdx.x + shift, sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += (x + k) * cospif((2 * k + 1) / 16.0f) - sinpif((2 * k + 1) / 16.0f);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void transform_by_numbers(float* out, int shift) {
  constexpr float kCosines[8] = {0.98078528f,  0.83146961f,  0.55557023f,  0.19509032f,
                                 -0.19509032f, -0.55557023f, -0.83146961f, -0.98078528f};
  constexpr float kSines[8] = {0.19509032f, 0.55557023f, 0.83146961f, 0.98078528f,
                               0.98078528f, 0.83146961f, 0.55557023f, 0.19509032f};
  float x = threadIdx.x + shift, sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += (x + k) * kCosines[k] - kSines[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The product of 64 values in registers and a row of shared memory, in each round another row.
__global__ void multiply_row_of_shared(float* out, int rounds) {
  __shared__ float4 rows[32][16];
  for (int i = threadIdx.x; i < 512; i += blockDim.x) rows[i / 16][i % 16] = make_float4(i, 1, 2, 3);
  __syncthreads();
  float query[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) query[i] = threadIdx.x + i;
  float total = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    float score = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      const float4 a = rows[r % 32][i];
      score += query[4 * i] * a.x + query[4 * i + 1] * a.y + query[4 * i + 2] * a.z + query[4 * i + 3] * a.w;
    }
    total = total * 0.5f + score;
  }
  out[threadIdx.x] = total;
}

// 128 sums of integers, each of which waits only for one that came at least ten sums before it.
__global__ void sixteen_integer_sums(float* out, int rounds) {
  int v[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) v[i] = threadIdx.x + i;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 128; ++k) v[k % 16] += v[(k + 5) % 16];
  }
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 16; ++i) sum ^= v[i];
  out[threadIdx.x] = sum;
}

// Kernels that go on when another thread has stored something: a flag, a barrier of all blocks, the sums of the blocks before.
__global__ void wait_for_flag(volatile int* flag, int* out) {
  while (flag[0] == 0) {
  }
  out[threadIdx.x] = flag[1];
}
__global__ void wait_for_blocks(int* arrived, int blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < blocks) {
    }
  }
  __syncthreads();
}
__global__ void look_back(unsigned long long* state, int* out) {
  const int block = blockIdx.x;
  if (threadIdx.x != 0) return;
  constexpr unsigned long long kOwn = 1ULL << 32, kAll = 2ULL << 32;
  const unsigned own = block + 1;
  unsigned before = 0;
  if (block > 0) {
    atomicExch(state + block, kOwn | own);
    for (int k = block - 1;;) {
      const unsigned long long seen = atomicAdd(state + k, 0ULL);
      if (seen == 0) continue;
      before += static_cast<unsigned>(seen);
      if (seen >= kAll) break;
      --k;
    }
  }
  atomicExch(state + block, kAll | (own + before));
  out[block] = static_cast<int>(before);
}

__global__ void wait_for_acquired(const int* flag, int* out) {
  int seen = 0;
  while (seen == 0) asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  out[threadIdx.x] = seen;
}

// Kernels that use similar loops for something else, or wait for their own block.
__global__ void add_under_lock(int* lock, volatile int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum = *sum + 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void take_all_of_queue(int* taken, volatile int* work, int* out, int items) {
  for (;;) {
    const int item = atomicAdd(taken, 1);
    if (item >= items) break;
    out[item] = work[item];
  }
}
__global__ void sum_volatile(volatile int* in, int* out, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void wait_for_other_warp(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 32) atomicExch(&flag, 1);
  if (threadIdx.x < 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
  }
  out[threadIdx.x] = threadIdx.x;
}

// Loops for nvcc to unroll by their size: of each the same once more, told how often.
__global__ void sum_by_grid(const float* in, float* out, int count) {
  const int step = blockDim.x * gridDim.x;
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += step) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void sum_by_step(const float* in, float* out, int count, int step) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += step) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void sum_downwards(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = count - 32 + threadIdx.x; i >= 0; i -= 32) sum += in[i];
  out[threadIdx.x] = sum;
}
__global__ void scale_quads(const float* in, float* out, int count) {
  const auto* const from = reinterpret_cast<const float4*>(in);
  auto* const to = reinterpret_cast<float4*>(out);
  for (int i = threadIdx.x; i < count / 4; i += 32) {
    const float4 quad = from[i];
    to[i] = make_float4(quad.x * 2, quad.y + 1, quad.z, quad.w);
  }
}
struct TwoLogarithms {
  __device__ float operator()(float x) const { return logf(x) + log2f(x); }
};
struct Tangent {
  __device__ float operator()(float x) const { return tanhf(x); }
};
struct Sine {
  __device__ float operator()(float x) const { return sinf(x); }
};
template <class Function>
__global__ void map(const float* __restrict__ in, float* __restrict__ out, int count) {
  for (int i = threadIdx.x; i < count; i += 32) out[i] = Function{}(in[i]);
}
template <class Function, int Rounds>
__global__ void map_by(const float* __restrict__ in, float* __restrict__ out, int count) {
#pragma unroll Rounds
  for (int i = threadIdx.x; i < count; i += 32) out[i] = Function{}(in[i]);
}
template __global__ void map<TwoLogarithms>(const float*, float*, int);
template __global__ void map_by<TwoLogarithms, 2>(const float*, float*, int);
template __global__ void map<Tangent>(const float*, float*, int);
template __global__ void map<Sine>(const float*, float*, int);
template __global__ void map_by<Sine, 1>(const float*, float*, int);

// Sixteen rounds for each element, of so many additions.
template <int Additions>
__device__ float add_often(float x) {
#pragma unroll
  for (int i = 0; i < Additions; ++i) x += 0.5F;
  return x;
}
template <int Additions>
__global__ void add_in_sixteen(const float* in, float* out, int count) {
  for (int i = threadIdx.x; i < count; i += 32) {
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += sqrtf(add_often<Additions>(in[i + k]));
    out[i] = sum;
  }
}
template <int Additions, int Rounds>
__global__ void add_in_sixteen_by(const float* in, float* out, int count) {
  for (int i = threadIdx.x; i < count; i += 32) {
    float sum = 0;
#pragma unroll Rounds
    for (int k = 0; k < 16; ++k) sum += sqrtf(add_often<Additions>(in[i + k]));
    out[i] = sum;
  }
}
template __global__ void add_in_sixteen<18>(const float*, float*, int);
template __global__ void add_in_sixteen_by<18, 16>(const float*, float*, int);
template __global__ void add_in_sixteen<30>(const float*, float*, int);
template __global__ void add_in_sixteen_by<30, 4>(const float*, float*, int);

__global__ void claim_word(int* words, int key) { atomicCAS(words, -1, key); }
__global__ void swap_word(int* words, int key) {
  int seen = words[0], expected;
  do {
    expected = seen;
    seen = atomicCAS(words, expected, expected + key);
  } while (seen != expected);
}

// A thread computes for long or not, and stores a structure of ten words, or a word to each of ten arrays.
template <int kRounds, bool kIsStructure>
__global__ void compute_ten(float* all, float x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = gridDim.x * blockDim.x;
  float v[10];
#pragma unroll
  for (int k = 0; k < 10; ++k) v[k] = static_cast<float>(i + k);
#pragma unroll
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int k = 0; k < 10; ++k) v[k] = v[k] * x + v[(k + 1) % 10];
  }
#pragma unroll
  for (int k = 0; k < 10; ++k) all[kIsStructure ? i * 10 + k : k * n + i] = v[k];
}
template __global__ void compute_ten<2, true>(float*, float);
template __global__ void compute_ten<2, false>(float*, float);
template __global__ void compute_ten<100, true>(float*, float);
template __global__ void compute_ten<100, false>(float*, float);

// All threads want a few words, whose values one of the two changes.
__global__ void add_to_few(int* words, int* out) {
  int at = threadIdx.x * 7 + blockIdx.x;
  for (int round = 0; round < 8; ++round) at += 77 + atomicAdd(&words[at % 256], 0);
  if (at == 9) out[0] = 1;
}
__global__ void try_few(int* words, int* out) {
  int at = threadIdx.x * 7 + blockIdx.x;
  for (int round = 0; round < 8; ++round) at += 77 + atomicCAS(&words[at % 256], 5, 7);
  if (at == 9) out[0] = 1;
}

// Each thread adds to a word of a table, anywhere in it, and one of the two asks what was there.
template <bool kAsks>
__global__ void add_anywhere(int* table, int mask) {
  const unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761U >> 7U & mask;
  if (!kAsks) {
    atomicAdd(&table[at], static_cast<int>(threadIdx.x));
  } else if (atomicAdd(&table[at], static_cast<int>(threadIdx.x)) == -1) {
    table[at] = 0;
  }
}
template __global__ void add_anywhere<false>(int*, int);
template __global__ void add_anywhere<true>(int*, int);

// So many neighbours add to one word.
__global__ void add_in_groups(int* words, int lanes_a_word) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&words[i / lanes_a_word * lanes_a_word], static_cast<int>(threadIdx.x));
}

__global__ void count_keys(const int* keys, unsigned* counts) {
  atomicAdd(&counts[keys[blockIdx.x * blockDim.x + threadIdx.x]], 1U);
}

// Tasks of many loads, a warp each: whoever is free takes the next, or each block has its share.
__device__ void do_task(const float* in, float* out, int task, int steps) {
  float sum = 0;
#pragma unroll 1
  for (int s = 0; s < steps; ++s) sum += in[(task * 997 + s) % 30000 * 32 + threadIdx.x];
  if (threadIdx.x == 0) out[task] = sum;
}
__global__ void take_long_tasks(int* taken, const float* in, float* out, int tasks, int steps) {
  for (;;) {
    int task = 0;
    if (threadIdx.x == 0) task = atomicAdd(taken, 1);
    task = __shfl_sync(~0U, task, 0);
    if (task >= tasks) return;
    do_task(in, out, task, steps);
  }
}
__global__ void share_long_tasks(const float* in, float* out, int tasks, int steps) {
  for (int task = blockIdx.x; task < tasks; task += gridDim.x) do_task(in, out, task, steps);
}
