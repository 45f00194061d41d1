// Sequences and choices: genetics, dynamic programming, finance, games and evolutionary search.
#pragma once
#include <cuda_runtime.h>

#include "untried_chance.h"

namespace untried {

// The likelihood of a read of 32 bases given a haplotype (the forward algorithm of a pair HMM). A warp a pair; lane
// i has row i, and the columns pass from lane to lane.
__global__ void read_likelihoods(const char* read, const float* quality, const char* haplotype,
                                 float* likelihood, int pairs, int length) {
  int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (pair >= pairs) return;
  char base = read[pair * 32 + lane];
  float wrong = quality[pair * 32 + lane];
  const char* other = haplotype + static_cast<size_t>(pair) * length;
  float match = 0, insert = 0, erase = 0, match_up = 0, insert_up = 0, erase_up = 0, sum = 0;
  for (int step = 0; step < length + 31; ++step) {
    float m = __shfl_up_sync(0xffffffff, match, 1), x = __shfl_up_sync(0xffffffff, insert, 1);
    float y = __shfl_up_sync(0xffffffff, erase, 1);
    int column = step - lane;
    if (lane == 0) {
      m = x = 0;
      y = 1.0f / length;
    }
    if (column >= 0 && column < length) {
      float fits = base == other[column] ? 1 - wrong : wrong / 3;
      if (lane == 0) erase_up = 1.0f / length;
      float now = fits * (0.998f * match_up + 0.9f * (insert_up + erase_up));
      erase = 0.001f * match + 0.1f * erase;
      insert = 0.001f * m + 0.1f * x;
      match = now;
      sum += match + insert;
    }
    match_up = m;
    insert_up = x;
    erase_up = y;
  }
  if (lane == 31) likelihood[pair] = log10f(sum + 1e-30f);
}

// The squared correlation of all pairs of variants, from bits that say who has each. Blocks are 16 by 16 pairs, the
// bits pass through shared memory 32 words at a time.
__global__ void linkage_of_variants(const unsigned* carriers, float* linkage, int variants, int words) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ unsigned rows[16][33], columns[16][33];
  int x = threadIdx.x, y = threadIdx.y, both = 0, first = 0, second = 0;
  for (int from = 0; from < words; from += 32) {
    for (int k = x; k < 32; k += 16) {
      rows[y][k] = carriers[(blockIdx.y * 16 + y) * words + from + k];
      columns[y][k] = carriers[(blockIdx.x * 16 + y) * words + from + k];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
      unsigned a = rows[y][k], b = columns[x][k];
      both += __popc(a & b);
      first += __popc(a);
      second += __popc(b);
    }
    __syncthreads();
  }
  float n = words * 32, p = first / n, q = second / n, d = both / n - p * q;
  linkage[(blockIdx.y * 16 + y) * variants + blockIdx.x * 16 + x] =
      d * d / (p * (1 - p) * q * (1 - q) + 1e-9f);
}

// The length of the longest common subsequence of 64 letters and a text, by bits (Hyyro). A pair a thread, with the
// masks of its letters in local memory.
__global__ void common_subsequences(const unsigned char* pattern, const unsigned char* text, int* length,
                                    int pairs, int letters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  unsigned long long mask[20] = {}, row = ~0ull;
  for (int k = 0; k < 64; ++k) mask[pattern[k * pairs + i]] |= 1ull << k;
  for (int k = 0; k < letters; ++k) {
    unsigned long long u = row & mask[text[k * pairs + i]];
    row = (row + u) | (row - u);
  }
  length[i] = __popcll(~row);
}

// One diagonal of Nussinov's folding of RNA for many sequences; a block of 64 threads a cell, which shares the
// splits.
__global__ void fold_diagonal(const char* sequence, short* best, int n, int apart) {
  __shared__ int kept[2];
  int i = blockIdx.x, j = i + apart, t = threadIdx.x;
  const char* s = sequence + blockIdx.y * n;
  short* table = best + static_cast<size_t>(blockIdx.y) * n * n;
  int most = 0;
  for (int k = i + t; k < j; k += 64) most = max(most, table[i * n + k] + table[j * n + k + 1]);
  most = __reduce_max_sync(0xffffffff, most);
  if (t % 32 == 0) kept[t / 32] = most;
  __syncthreads();
  if (t == 0) {
    most = max(kept[0], kept[1]);
    int both = s[i] + s[j];
    if (apart > 3 && (both == 'A' + 'U' || both == 'G' + 'C' || both == 'G' + 'U')) {
      most = max(most, table[(i + 1) * n + j - 1] + 1);
    }
    table[i * n + j] = table[j * n + i] = static_cast<short>(most);
  }
}

// Discount factors from the rates of swaps, year after year, with Newton's method for the gaps between; a scenario a
// thread. The years at which swaps are quoted are in `year`.
__global__ void bootstrap_curves(const double* rate, const int* year, double* discount, int scenarios,
                                 int quotes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= scenarios) return;
  double annuity = 0, last = 1;
  int from = 0;
  for (int q = 0; q < quotes; ++q) {
    double r = rate[q * scenarios + i], forward = r;
    int gap = year[q] - from;
    for (int round = 0; round < 20; ++round) {
      double value = r * annuity - 1, slope = 0, d = last, factor = exp(-forward);
      for (int k = 1; k <= gap; ++k) {
        d *= factor;
        double coupon = k == gap ? 1 + r : r;
        value += coupon * d;
        slope -= coupon * k * d;
      }
      double change = value / slope;
      forward -= change;
      if (fabs(change) < 1e-13) break;
    }
    double factor = exp(-forward);
    for (int k = 1; k <= gap; ++k) {
      last *= factor;
      annuity += last;
    }
    from = year[q];
    discount[q * scenarios + i] = last;
  }
}

__constant__ float forward_volatility[32];

// Paths of a market of 24 forward rates, a path a thread with its rates in a local array, and the value of a
// swaption.
__global__ void forward_rate_paths(float* value, int paths, int steps, float strike) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  unsigned long long state = i * 0x9e3779b97f4a7c15ull + 11;
  uniform(state);
  float rate[24];
  for (int k = 0; k < 24; ++k) rate[k] = 0.03f + 0.001f * k;
  for (int step = 0; step < steps; ++step) {
    float normal = sqrtf(-2 * __logf(uniform(state))) * cospif(2 * uniform(state)), drift = 0;
    for (int k = step; k < 24; ++k) {
      float volatility = forward_volatility[k - step], scaled = 0.5f * volatility * rate[k];
      drift += scaled * volatility / (1 + 0.5f * rate[k]);
      rate[k] *= __expf((drift - 0.25f * volatility * volatility) + volatility * 0.7071f * normal);
    }
  }
  float bond = 1, total = 0;
  for (int k = steps; k < 24; ++k) {
    bond /= 1 + 0.5f * rate[k];
    total += 0.5f * (rate[k] - strike) * bond;
  }
  value[i] = fmaxf(total, 0) * 100;
}

// A generation of a larger life: cells live by the count in the 9 by 9 cells around. Blocks of 32 by 8 threads; the
// board is a torus whose sides are multiples of 32 and 8.
__global__ void larger_life(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char cell[16][40], across[16][32];
  int thread = threadIdx.y * 32 + threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 8;
  for (int i = thread; i < 16 * 40; i += 256) {
    int x = (left + i % 40 - 4 + width) % width, y = (top + i / 40 - 4 + height) % height;
    cell[i / 40][i % 40] = in[y * width + x];
  }
  __syncthreads();
  for (int i = thread; i < 16 * 32; i += 256) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 9; ++k) sum += cell[i / 32][i % 32 + k];
    across[i / 32][i % 32] = static_cast<unsigned char>(sum);
  }
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) sum += across[threadIdx.y + k][threadIdx.x];
  bool alive = cell[threadIdx.y + 4][threadIdx.x + 4];
  out[(top + threadIdx.y) * width + left + threadIdx.x] =
      alive ? sum >= 26 && sum <= 46 : sum >= 27 && sum <= 36;
}

// Shifts a board of 8 by 8 bits one step in one of eight directions.
__device__ inline unsigned long long stepped(unsigned long long b, int way) {
  constexpr unsigned long long kNotA = 0xfefefefefefefefeull, kNotH = 0x7f7f7f7f7f7f7f7full;
  switch (way) {
    case 0:
      return b << 1 & kNotA;
    case 1:
      return b >> 1 & kNotH;
    case 2:
      return b << 8;
    case 3:
      return b >> 8;
    case 4:
      return b << 9 & kNotA;
    case 5:
      return b >> 9 & kNotH;
    case 6:
      return b << 7 & kNotH;
    default:
      return b >> 7 & kNotA;
  }
}

// Random games of Othello from a position to the end, a game a thread; the difference of discs.
__global__ void othello_games(ulonglong2 start, int* result, int games) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= games) return;
  unsigned long long state = i * 0x9e3779b97f4a7c15ull + 13, own = start.x, other = start.y;
  uniform(state);
  int passes = 0, sign = 1;
  for (int turn = 0; turn < 70 && passes < 2; ++turn) {
    unsigned long long moves = 0;
    for (int way = 0; way < 8; ++way) {
      unsigned long long run = stepped(own, way) & other;
      for (int k = 0; k < 5; ++k) run |= stepped(run, way) & other;
      moves |= stepped(run, way) & ~(own | other);
    }
    if (moves) {
      passes = 0;
      int drop = static_cast<int>(uniform(state) * __popcll(moves));
      for (; drop > 0 && (moves & (moves - 1)); --drop) moves &= moves - 1;
      unsigned long long move = moves & (~moves + 1), turned = 0;
      for (int way = 0; way < 8; ++way) {
        unsigned long long line = 0, at = stepped(move, way);
        while (at & other) {
          line |= at;
          at = stepped(at, way);
        }
        if (at & own) turned |= line;
      }
      own |= move | turned;
      other &= ~turned;
    } else {
      ++passes;
    }
    unsigned long long swapped = own;
    own = other;
    other = swapped;
    sign = -sign;
  }
  result[i] = sign * (__popcll(own) - __popcll(other));
}

// The best 2-opt exchange of a tour: all pairs of its edges, the best by a 64-bit atomic on gain and pair.
__global__ void best_exchange(const float2* __restrict__ city, unsigned long long* best, int n) {
  unsigned long long own = 0;
  int pairs = n * (n - 1) / 2;
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pairs; p += gridDim.x * blockDim.x) {
    int j = static_cast<int>((1 + sqrtf(1 + 8.0f * p)) / 2);
    while (j * (j - 1) / 2 > p) --j;
    while (j * (j + 1) / 2 <= p) ++j;
    int i = p - j * (j - 1) / 2;
    float2 a = city[i], b = city[i + 1], c = city[j], d = city[j + 1 < n ? j + 1 : 0];
    auto far = [](float2 u, float2 v) {
      return sqrtf((u.x - v.x) * (u.x - v.x) + (u.y - v.y) * (u.y - v.y));
    };
    float gain = far(a, b) + far(c, d) - far(a, c) - far(b, d);
    if (gain > 0) own = max(own, static_cast<unsigned long long>(__float_as_uint(gain)) << 32 | p);
  }
  for (int offset = 16; offset > 0; offset /= 2) own = max(own, __shfl_xor_sync(0xffffffff, own, offset));
  if (threadIdx.x % 32 == 0 && own) atomicMax(best, own);
}

// A generation of bit strings: parents by tournaments, crossing at two points, rare mutations. A child a warp.
__global__ void breed(const unsigned* genes, const float* fitness, unsigned* children, int population,
                      int words) {
  int child = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (child >= population) return;
  unsigned long long state = child * 0x9e3779b97f4a7c15ull + 17;
  uniform(state);
  int parent[2];
  for (int& chosen : parent) {
    chosen = static_cast<int>(uniform(state) * (population - 1));
    for (int k = 0; k < 3; ++k) {
      int other = static_cast<int>(uniform(state) * (population - 1));
      if (fitness[other] > fitness[chosen]) chosen = other;
    }
  }
  int first = static_cast<int>(uniform(state) * words), second = static_cast<int>(uniform(state) * words);
  state += lane * 0xd1342543de82ef95ull;
  for (int w = lane; w < words; w += 32) {
    int from = parent[w >= min(first, second) && w < max(first, second)];
    unsigned gene = genes[from * words + w];
    if (uniform(state) < 0.05f) gene ^= 1u << static_cast<int>(uniform(state) * 31);
    children[child * words + w] = gene;
  }
}

}  // namespace untried
