// Kernels that eight lanes can run side by side for some of the time, each differently. `in` and `out` have n elements; a thread writes
// out[i] alone.
#include <cuda_fp16.h>

#define INDEX const int i = blockIdx.x * blockDim.x + threadIdx.x

extern "C" {

__global__ void guarded(const int* in, int* out, int n) {
  INDEX;
  if (i < n - 3) out[i] = in[i] * 3 + 1;
}

__global__ void trips(const int* in, int* out, int n) {
  INDEX;
  int sum = 0;
  for (int k = 0; k < i % 7; ++k) sum += in[(i + k) % n];
  out[i] = sum;
}

// Its log fills up many times, with all lanes together.
__global__ void rounds(const int* in, int* out, int n) {
  INDEX;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 600; ++k) sum += in[(i * 5 + k) % n] ^ k;
  out[i] = sum;
}

// …and with lanes that leave the loop at different times.
__global__ void uneven_rounds(const int* in, int* out, int n) {
  INDEX;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 300 + i % 3 * 40; ++k) sum += in[(i + k) % n];
  out[i] = sum;
}

__global__ void barriers(const int* in, int* out, int n) {
  __shared__ int tile[256];
  INDEX;
  const int t = threadIdx.x;
  tile[t] = in[i % n];
  __syncthreads();
#pragma unroll 1
  for (int d = 1; d < blockDim.x; d *= 2) {
    int add = 0;
    if (t >= d) add = tile[t - d];
    __syncthreads();
    if (t % 3 == 0) add += d;
    tile[t] += add;
    __syncthreads();
  }
  out[i] = tile[t];
}

// What is the same in all lanes as long as they go together, and not where they part.
__global__ void same_until(const int* in, int* out, int n) {
  INDEX;
  int rounds = 0;
  bool odd = in[i % n] % 2 != 0;
  if (odd) {
#pragma unroll 1
    while (in[(i + rounds) % n] % 5 != 0 && rounds < 9) ++rounds;
  }
  __syncthreads();
  int sum = rounds * 100;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) sum += in[k];
  __syncthreads();
  out[i] = odd ? sum : -sum - 1;
}

__global__ void choices(const int* in, int* out, int n) {
  INDEX;
  int value = in[i % n];
  switch (i % 6) {
    case 0:
      value = in[(i + 1) % n] + 7;
      break;
    case 1:
      value *= in[(i + 2) % n];
      break;
    case 3:
      value ^= in[(i + 3) % n];
      break;
    case 4:
      value -= 9;
      break;
    default:
      value = -value;
  }
  switch (blockIdx.x) {
    case 0:
      value += in[0];
      break;
    case 1:
      value -= in[1];
      break;
    default:
      value ^= 1;
  }
  out[i] = value;
}

__global__ void widths(const int* in, int* out, int n) {
  INDEX;
  const int4 four = reinterpret_cast<const int4*>(in)[i % (n / 4)];
  const double pair = static_cast<double>(reinterpret_cast<const long long*>(in)[i % (n / 2)]);
  const char byte = reinterpret_cast<const signed char*>(in)[i];
  const short half = reinterpret_cast<const short*>(in)[i];
  __syncthreads();
  out[i] = four.x + four.y * 3 + four.z * 5 + four.w * 7 + static_cast<int>(pair * 1e-9) + byte + half;
}

__global__ void exchanges(const int* in, int* out, int n) {
  __shared__ int sums[32];
  INDEX;
  int sum = in[i % n];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0U, sum, offset);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  out[i] = sums[threadIdx.x / 32] + static_cast<int>(__ballot_sync(~0U, in[i % n] > 50));
}

__global__ void local_array(const int* in, int* out, int n) {
  INDEX;
  int last[8];
  for (int k = 0; k < 8; ++k) last[k] = in[(i + k) % n];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 200; ++k) last[(in[(i + k) % n] & 7)] += k;
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) sum = sum * 3 + last[(k + i) & 7];
  out[i] = sum;
}

__device__ __noinline__ int deep(const int* in, int at, int n) {
  if (at <= 0) return 1;
  return in[at % n] + deep(in, at - 3, n);
}

__global__ void nested(const int* in, int* out, int n) {
  INDEX;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 3; ++k) sum += deep(in, i % 11 + k, n);
  __syncthreads();
  out[i] = sum;
}

__global__ void counted(const int* in, int* out, int n) {
  INDEX;
  const int above = __syncthreads_count(in[i % n] > 40);
  const int any = __syncthreads_or(in[i % n] == 3);
  __syncthreads();
  out[i] = above * 2 + any;
}

__global__ void arithmetic(const int* in, int* out, int n) {
  INDEX;
  const int a = in[i % n];
  const int b = in[(i + 1) % n] + 1;
  const float x = static_cast<float>(a) * 0.37f;
  const float y = static_cast<float>(b) + 0.5f;
  float f = fmaf(x, y, 1.0f) + sqrtf(y) + sinf(x) + fminf(x, y) + fmaxf(x, 3.0f) + floorf(x) + fabsf(x - y) +
            __expf(-x);
  double d = static_cast<double>(x) / y + rsqrt(static_cast<double>(y)) + fmod(static_cast<double>(x), 1.25);
  const long long wide = static_cast<long long>(a) * 1234567891011LL / b + (a << (b & 31)) +
                         (static_cast<unsigned>(a) >> (b % 32));
  unsigned __int128 huge = static_cast<unsigned __int128>(wide) * static_cast<unsigned>(b);
  const __half h = __hadd(__float2half(x), __float2half(y));
  __syncthreads();
  huge = huge * 3 + 1;
  f += __half2float(h);
  out[i] = __float_as_int(f) ^ static_cast<int>(d * 1000) ^ static_cast<int>(wide % 1000003) ^
           static_cast<int>(huge >> 40) ^ a % b ^ a / b ^ __popc(a) ^ __clz(b) ^ __brev(a) ^ min(a, b) ^
           __mulhi(a * 77777, b * 99999);
}

// Shifts by more than a number's bits, and sums that may be one operation or two.
__global__ void left_to_the_processor(const int* in, int* out, int n) {
#pragma clang fp contract(fast)
  INDEX;
  const int a = in[i % n];
  const int b = in[(i + 1) % n];
  const float x = static_cast<float>(a) * 0.37f;
  const float y = static_cast<float>(b) * 1.3f + x * 0.7f;
  const float same = static_cast<float>(in[0]) * 0.1f + static_cast<float>(in[1]) * 0.3f;
  const long long wide = static_cast<long long>(a + 1) << b;
  out[i] = (a << b) ^ ((a - 50) >> b) ^ static_cast<int>(wide >> 20) ^ __float_as_int(x * y + same) ^
           __float_as_int(same * 1.7f - y * x);
}

__global__ void leaves(const int* in, int* out, int n) {
  INDEX;
  out[i] = 1;
  if (threadIdx.x >= 40 && threadIdx.x % 16 < 9) return;
  const int value = in[i % n];
  __syncthreads();
  out[i] = value + 5;
}

__global__ void plane(const int* in, int* out, int n) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int i = (blockIdx.x * blockDim.y + y) * blockDim.x + x;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 20; ++k) sum += in[(y * 20 + k) % n] * in[(k * blockDim.x + x) % n];
  out[i] = sum + static_cast<int>(threadIdx.z);
}

__global__ void added(const int* in, int* out, int n) {
  __shared__ int bins[16];
  INDEX;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 5; ++k) atomicAdd(&bins[in[(i + k) % n] & 15], k + 1);
  __syncthreads();
  out[i] = bins[i & 15];
}

__global__ void two_arrays(const int* in, int* out, int n) {
  __shared__ int tile[256];
  INDEX;
  tile[threadIdx.x] = i * 3;
  __syncthreads();
  const int* const from = in[i % n] % 2 == 0 ? in : tile;
  out[i] = from[threadIdx.x % 64];
}

// One lane of eight reads behind the array, and goes on with a zero.
__global__ void reads_outside(const int* in, int* out, int n) {
  INDEX;
  out[i] = in[i == 21 ? n + 5 : i % n] + 1;
}

__global__ void writes_outside(const int* in, int* out, int n) {
  INDEX;
  out[i == 45 ? n + i : i] = in[i % n];
}

__global__ void misaligned(const int* in, int* out, int n) {
  INDEX;
  const char* const at = reinterpret_cast<const char*>(in + i % n) + (i == 50 ? 2 : 0);
  out[i] = *reinterpret_cast<const int*>(at);
}

__global__ void divides(const int* in, int* out, int n) {
  INDEX;
  out[i] = 1000 / (in[i % n] - 7);
}

__global__ void races(const int* in, int* out, int n) {
  __shared__ int tile[256];
  INDEX;
  tile[threadIdx.x] = in[i % n];
  out[i] = tile[(threadIdx.x + 32) % blockDim.x] >= 0;
}

__global__ void parted_barriers(const int* in, int* out, int n) {
  INDEX;
  if (threadIdx.x < 19) {
    out[i] = in[i % n];
    __syncthreads();
  } else {
    out[i] = 2;
    __syncthreads();
    out[i] += 1;
  }
}

// Nobody wants the answers, and the order makes no difference: eight lanes come to each together.
__global__ void reduced(const int* in, int* out, int n) {
  __shared__ int least[8];
  INDEX;
  if (threadIdx.x < 8) least[threadIdx.x] = 1000;
  __syncthreads();
  const int value = in[i % n];
  atomicAdd(&out[value % 16], value);
  atomicMax(&out[16 + i % 5], value);
  atomicMin(&least[i % 8], value);
#pragma unroll 1
  for (int k = 0; k < 3; ++k) {
    atomicOr(&out[32 + (value + k) % 16], 1 << i % 20);
    atomicXor(reinterpret_cast<unsigned*>(&out[48 + k]), static_cast<unsigned>(value * i));
  }
  atomicAdd(reinterpret_cast<unsigned long long*>(&out[64 + i % 2 * 2]),
            static_cast<unsigned long long>(value));
  __syncthreads();
  if (threadIdx.x < 8) atomicMin(&out[80 + threadIdx.x], least[threadIdx.x]);
}

// Sums of floats depend on the order, and so does who gets which number: lanes do these one by one.
__global__ void in_turn(const int* in, int* out, int n) {
  __shared__ float sum;
  __shared__ int next;
  INDEX;
  if (threadIdx.x == 0) sum = next = 0;
  __syncthreads();
  atomicAdd(&sum, static_cast<float>(in[i % n]) / 7);
  atomicExch(&out[100], i);
  const int mine = atomicAdd(&next, 1);
  __syncthreads();
  out[200 + blockIdx.x * blockDim.x % 700 + mine % 64] = mine;
  if (threadIdx.x == 0) out[101 + blockIdx.x] = __float_as_int(sum);
}

__global__ void adds_outside(const int* in, int* out, int n) {
  INDEX;
  atomicAdd(&out[i == 45 ? n + 7 : i % n], in[i % n]);
}

// Sides that only compute, load and store: eight lanes go through both, each for its own lanes.
__global__ void sides(const int* in, int* out, int n) {
  __shared__ int tile[258];
  INDEX;
  const int value = in[i % n];
  tile[threadIdx.x] = value;
  __syncthreads();
  int sum = value;
  if (value % 3 == 0) sum += tile[(threadIdx.x * 7) % blockDim.x] * 2;
  if (threadIdx.x > 4 && threadIdx.x % 16 != 9) {
    sum -= tile[threadIdx.x - 3];
  } else {
    sum ^= in[(i + 5) % n];
  }
  int chosen = 5;
  if (sum % 5 == 1) {
    out[512 + i % 256] = sum;
    chosen = in[3];
  }
  __syncthreads();
  if (threadIdx.x % 2 == 0) tile[threadIdx.x] = sum / 7;
  __syncthreads();
  out[i % 512] = tile[threadIdx.x ^ 1] + chosen;
}

// Of other widths; lanes of one side store to one element, the last one's value stays.
__global__ void side_widths(const int* in, int* out, int n) {
  __shared__ double wide[256];
  __shared__ unsigned char narrow[256];
  INDEX;
  wide[threadIdx.x] = in[i % n] * 0.5;
  narrow[threadIdx.x] = static_cast<unsigned char>(in[i % n]);
  __syncthreads();
  double sum = 1;
  if (in[i % n] % 4 < 2)
    sum = wide[threadIdx.x ^ 3] * 3 + sqrtf(static_cast<float>(narrow[255 - threadIdx.x % 256 % blockDim.x]));
  if (threadIdx.x % 5 == 2) out[900 + threadIdx.x / 32] = i;
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    if ((i + k) % 3 == 0) continue;
    sum += narrow[(threadIdx.x + k) % blockDim.x];
    if (sum > 300) narrow[threadIdx.x] = 7;
    __syncwarp();
  }
  out[i % 700] = static_cast<int>(sum * 16);
}

__global__ void side_reads_outside(const int* in, int* out, int n) {
  INDEX;
  int value = 1;
  if (i % 5 != 2) value = in[i % 5 == 4 ? n + i : i % n];
  out[i] = value;
}
__global__ void side_writes_outside(const int* in, int* out, int n) {
  INDEX;
  const int value = in[i % n];
  if (i % 3 == 1) out[i == 43 ? -8 : i] = value;
}
// Only the lanes that the side is for may be checked.
__global__ void side_guards(const int* in, int* out, int n) {
  INDEX;
  const int at = i % 7 == 3 ? 1 << 28 : i % n;
  if (at < n) out[at] = in[at] + 1;
}
__global__ void side_races(const int* in, int* out, int n) {
  __shared__ int tile[256];
  INDEX;
  tile[threadIdx.x] = in[i % n];
  if (threadIdx.x % 3 == 1) tile[threadIdx.x / 2] = 4;
  out[i] = tile[threadIdx.x] >= 0;
}
// Divisions are for lanes that take the side alone.
__global__ void side_divides(const int* in, int* out, int n) {
  INDEX;
  const int by = in[i % n] - 7;
  int value = 3;
  if (by != 0) value = 1000 / by + in[(i + 1) % n] / 3;
  out[i] = value;
}

// A stencil in a tile whose edge lanes take no part, as in Rodinia's hotspot: conditions one after the other, each for some lanes.
__global__ void tile_edges(const int* in, int* out, int n) {
  __shared__ int tile[16][16];
  __shared__ double sums[16][16];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int at = (blockIdx.x * 14 + y) * 16 + x;
  if (y >= static_cast<int>(blockIdx.x) && at < n) tile[y][x] = in[at];
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < 3; ++i) {
    computed = false;
    if (x >= i + 1 && x <= 14 - i && y >= i + 1 && y <= 14 - i && y > static_cast<int>(blockIdx.x)) {
      computed = true;
      sums[y][x] = tile[y][x - 1] + tile[y][x + 1] - 0.5 * tile[y][x];
    }
    __syncthreads();
    if (computed) tile[y][x] = static_cast<int>(sums[y][x]);
    __syncthreads();
  }
  if (computed) out[at % n] = tile[y][x];
}

// Either condition leads to the side; each way there brings another value; and the second one is not looked at where it might trap.
__global__ void either(const int* in, int* out, int n) {
  INDEX;
  const int value = in[i % n];
  int chosen = 4;
  if (threadIdx.x < 9 || value > 70) chosen = in[(i + 3) % n];
  int way = 1;
  if (value > 50) {
    way = 2;
    if (threadIdx.x % 4 != 1) {
      way = 3;
      out[(i + n / 2) % n] = chosen;
    }
  }
  if (value != 0 && 100 / value > 2) chosen += in[(i + 1) % n];
  out[i % (n / 2)] = chosen * 4 + way;
}

// Lanes 3 to 29 of the first warp store to their elements, and those up to 10 of the second behind them: both to element 29. Some of the
// third read what nobody has written: lane 20's element.
__global__ void run_ends(const int*, int* out, int n) {
  __shared__ int tile[96];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  if (warp == 0 && lane >= 3 && lane < 30) tile[lane] = 1;
  if (warp == 1 && lane < 11) tile[lane + 29] = 2;
  if (warp == 2 && lane < 20) tile[lane + 64] = 3;
  __syncthreads();
  if (warp == 2 && lane >= 2 && lane < 21) out[lane] = tile[lane + 64] + n;
}
}
