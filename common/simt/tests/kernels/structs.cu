// Copies of whole structs: in pieces of their alignment.
#include <cuda_runtime.h>

struct Plain {
  float x, y, z, w;
};
struct __align__(16) Aligned {
  float x, y, z, w, u, v;
};
struct Doubles {
  double a, b, c;
};
struct Small {
  short a;
  char b;
};

template <class T>
__device__ void copy(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];  // whole
}
extern "C" __global__ void copy_plain(const Plain* in, Plain* out) { copy(in, out); }
extern "C" __global__ void copy_aligned(const Aligned* in, Aligned* out) { copy(in, out); }
extern "C" __global__ void copy_doubles(const Doubles* in, Doubles* out) { copy(in, out); }
extern "C" __global__ void copy_small(const Small* in, Small* out) { copy(in, out); }

// With padding: behind a float, between a char and an int, and because of the alignment that is asked for.
struct Padded {
  double a;
  float b;
};
struct Mixed {
  char a;
  int b;
};
struct __align__(16) Filled {
  float a, unused, b;
};
struct Unnamed {
  unsigned a;
  unsigned b : 24;
  unsigned : 0;
  unsigned short : 6;  // in a word by itself
};

// Writes members of 64 structures, and copies these: as a whole, and through local variables.
template <class T>
__device__ void copy_written(T* in, T* out, bool writes_last) {
  const unsigned i = threadIdx.x;
  in[i].a = in[i + 32].a = 1;
  if (writes_last) in[i].b = in[i + 32].b = 2;
  out[i] = in[i];  // members and padding
  T local = in[i + 32];
  const T again = in[i + 32];
  local.b += again.a;
  out[i + 32] = local;
}
extern "C" __global__ void copy_padded(Padded* in, Padded* out, bool all) { copy_written(in, out, all); }
extern "C" __global__ void copy_mixed(Mixed* in, Mixed* out, bool all) { copy_written(in, out, all); }
extern "C" __global__ void copy_unnamed(Unnamed* in, Unnamed* out, bool all) { copy_written(in, out, all); }
extern "C" __global__ void copy_filled(Filled* in, Filled* out, bool all) {
  in[threadIdx.x].unused = in[threadIdx.x + 32].unused = 0;
  copy_written(in, out, all);
}
extern "C" __global__ void copy_shared(Padded*, Padded* out, bool all) {
  __shared__ Padded in[64];
  copy_written(in, out, all);
}

// ---- bytes that nobody writes, in copies whose types only the pointers tell

struct Late {
  unsigned char a;
  float2 b;
};
union Choice {
  unsigned char a;
  float2 b;
};
struct Bits {
  unsigned a : 5;
  unsigned b : 13;
  unsigned long long c : 40;
};

template <class T>
__device__ void swap_of(T& x, T& y) {
  const T kept = x;
  x = y;
  y = kept;
}
template <class T>
__device__ T passed(T x) {
  return x;
}
template <class T>
__device__ void copy_by_pointers(T* in, T* out) {
  const unsigned i = threadIdx.x;
  T* const from = in + i;
  T* const to = out + i;
  *to = *from;
  swap_of(*to, *from);
  swap_of(*to, *from);
  *to = passed(*from);
}
extern "C" __global__ void copy_late(Late* in, Late* out, bool writes_last) {
  in[threadIdx.x].a = 1;
  if (writes_last) in[threadIdx.x].b = make_float2(2, 3);
  copy_by_pointers(in, out);
}
extern "C" __global__ void copy_choice(Choice* in, Choice* out) {
  in[threadIdx.x].a = 1;
  copy_by_pointers(in, out);
}
extern "C" __global__ void copy_bits(Bits* in, Bits* out) {
  __shared__ Bits tile[32];
  const unsigned i = threadIdx.x;
  in[i].b = i;  // the word's first store
  in[i].a = 0;
  in[i].c = 7;
  in[i].b += 1;
  tile[i] = in[i];
  tile[i].a = 3;
  copy_by_pointers(tile, out);
}
extern "C" __global__ void count_bits(Bits* in, unsigned* out) { out[threadIdx.x] = in[threadIdx.x].b + 1; }

// ---- copies that the optimiser takes apart, moves or merges: what is known of their padding stays

struct __align__(16) Base {
  unsigned a;
  unsigned char b : 5;
};
struct Derived : Base {
  uchar3 c;  // behind the padding of the base
};
extern "C" __global__ void copy_by_memcpy(Derived* in, Derived* out) {
  __shared__ Derived tile[32];
  const unsigned i = threadIdx.x;
  in[i].a = 1;
  in[i].b = 2;
  in[i].c = make_uchar3(3, 4, 5);
  Derived kept;
  memcpy(&kept, &in[i], sizeof(kept));
  tile[i] = kept;
  __syncthreads();
  out[i] = tile[i ^ 1];
}
struct __align__(16) Gap {
  float2 a;
  float4 b;
};
__device__ float sum(Gap gap) { return gap.a.x + gap.a.y + gap.b.w; }
extern "C" __global__ void copy_ahead_of_a_loop(float* out, int rounds, int skipped) {
  __shared__ Gap tile[32];
  tile[threadIdx.x].a = make_float2(1, 2);
  tile[threadIdx.x].b = make_float4(3, 4, 5, 6);
  __syncthreads();
  float result = 0;
  for (int i = 0; i < rounds; ++i) {
    if (i != skipped) result += sum(tile[5]);
  }
  out[threadIdx.x] = result;
}
extern "C" __global__ void read_chosen(float* out, bool takes_third) {
  __shared__ Late tile[32];
  tile[threadIdx.x].a = 1;
  __syncthreads();
  const Late* const from = takes_third ? &tile[3] : &tile[5];
  out[threadIdx.x] = from->b.y;  // of the chosen one
}

// More than 128 bytes, which a loop copies.
struct Large {
  Late parts[10];
};
struct LargeAndFull {
  double values[20];
};
extern "C" __global__ void copy_large(Large* out) {
  __shared__ Large tile[32];
  const unsigned i = threadIdx.x;
  for (Late& part : tile[i].parts) {
    part.a = 1;
    part.b = make_float2(2, 3);
  }
  __syncthreads();
  out[i] = tile[i ^ 1];
}
extern "C" __global__ void copy_large_and_full(LargeAndFull* out) {
  __shared__ LargeAndFull tile[32];
  const unsigned i = threadIdx.x;
  for (unsigned k = 0; k < 19; ++k) tile[i].values[k] = 1;
  __syncthreads();
  out[i] = tile[i ^ 1];  // a large one
}

struct __align__(8) Ended {
  float a;
  unsigned char b;
};
extern "C" __global__ void copy_neighbours(Ended* out, bool writes_last) {
  __shared__ __align__(16) Ended tile[64];
  Ended* const pair = tile + 2 * threadIdx.x;
  pair[0].b = pair[1].b = 1;
  pair[0].a = 2;
  if (writes_last) pair[1].a = 2;
  __syncthreads();
  const Ended* const other = tile + 2 * (threadIdx.x ^ 1);
  const Ended first = other[0];  // merged
  const Ended second = other[1];
  out[2 * threadIdx.x] = second;
  out[2 * threadIdx.x + 1] = first;
}

// ---- copies by a cast to one of CUDA's vector types, as tiles of matrix products are loaded

#define FLOAT4(x) (reinterpret_cast<float4*>(&(x))[0])

extern "C" __global__ void tile_by_vectors(float* in, float* out) {
  __shared__ float tile[2][128];
  FLOAT4(tile[0][4 * threadIdx.x]) = FLOAT4(in[4 * threadIdx.x]);  // to the tile
  __syncthreads();
  FLOAT4(out[4 * threadIdx.x]) = FLOAT4(tile[0][4 * (threadIdx.x ^ 1)]);  // from the tile
}
extern "C" __global__ void tile_of_odd_rows(float* in, float* out) {
  __shared__ float tile[8][17];
  FLOAT4(tile[threadIdx.x / 4][4 * (threadIdx.x % 4)]) = FLOAT4(in[4 * threadIdx.x]);  // at an odd row
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 8][threadIdx.x / 8];
}
extern "C" __global__ void tile_from_registers(float* in, float* out) {
  __shared__ float tile[128];
  float held[4];
  for (int i = 0; i < 4; ++i) held[i] = in[32 * i + threadIdx.x];
  FLOAT4(tile[4 * threadIdx.x]) = FLOAT4(held[0]);  // from registers
  __syncthreads();
  const float4 read = FLOAT4(tile[4 * (threadIdx.x ^ 1)]);  // to registers
  out[threadIdx.x] = read.x + read.y + read.z + read.w;
}
// The struct needs no alignment but a float's, whatever the array has.
extern "C" __global__ void tile_by_structs(const float* in, Plain* out) {
  __shared__ Plain tile[33];
  tile[threadIdx.x] = *reinterpret_cast<const Plain*>(in + 4 * threadIdx.x + 1);  // at an odd place
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// As a product of tiles loads the next one into registers.
extern "C" __global__ void by_way_of_registers(float* in, float* out) {
  float held[8];
  FLOAT4(held[0]) = FLOAT4(in[8 * threadIdx.x]);      // the first four into registers
  FLOAT4(held[4]) = FLOAT4(in[8 * threadIdx.x + 4]);  // the next four into registers
#pragma unroll
  for (int i = 0; i < 8; ++i) held[i] *= 2;
  FLOAT4(out[8 * threadIdx.x]) = FLOAT4(held[0]);      // the first four out of registers
  FLOAT4(out[8 * threadIdx.x + 4]) = FLOAT4(held[4]);  // the next four out of registers
}

// A member of a structure that was passed by value, or what a pointer in it points to.
struct Sized {
  unsigned most;
  const unsigned* count;

  __device__ unsigned size() const { return count == nullptr ? most : *count; }
};
extern "C" __global__ void chosen_sizes(Sized own, const Sized* others, unsigned* out) {
  out[threadIdx.x] = own.size() + others[threadIdx.x].size();
}
extern "C" __global__ void chosen_behind_branches(Sized own, unsigned* out) {
  const unsigned* from = &own.most;
  if (own.count != nullptr) {
    out[threadIdx.x + 64] = 1;
    from = own.count + threadIdx.x;
  }
  out[threadIdx.x] = *from;
}

// A number of 128 bits begins at a multiple of 16 bytes, and so does what clang keeps bit-fields of more than 64 bits in.
struct Wide {
  int a;
  __int128 b;
  int c;
};
struct Fields {
  unsigned long long a : 64;
  unsigned long long : 6;
  float4 b;
};
struct Holder {
  unsigned kept[10];
  Fields fields;
};
extern "C" __global__ void sum_wide(const Wide* in, long long* out) {
  const Wide mine = in[threadIdx.x];
  out[threadIdx.x] = mine.a + static_cast<long long>(mine.b) + mine.c;
}
extern "C" __global__ void keep_fields(const unsigned* in, Holder* out) {
  Holder all[3];
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned k = 0; k < 10; ++k) all[i].kept[k] = 10 * i + k;
    all[i].fields.a = 100 + i;
    all[i].fields.b = {1, 2, 3, 4};
  }
  out[threadIdx.x] = all[in[threadIdx.x]];
}

// The same in a member function, as classes of tiles have it: the registers are the caller's.
struct HeldTile {
  float held[4];
  __device__ void load(float* in) { FLOAT4(held[0]) = FLOAT4(*in); }     // into a member
  __device__ void store(float* out) { FLOAT4(*out) = FLOAT4(held[0]); }  // out of a member
};
extern "C" __global__ void by_way_of_members(float* in, float* out) {
  HeldTile tile;
  tile.load(in + 4 * threadIdx.x);
#pragma unroll
  for (int i = 0; i < 4; ++i) tile.held[i] *= 2;
  tile.store(out + 4 * threadIdx.x);
}

// One of an argument's members, by a chain of choices, and one that branches lead to.
extern "C" __global__ void pick_member(uint4 all, int4 other, const unsigned* which, unsigned* out,
                                       unsigned n) {
  const unsigned c = which[threadIdx.x];
  const unsigned first = c == 0 ? all.x : c == 1 ? all.y : c == 2 ? all.z : all.w;
  unsigned second = 0;
  if (c > 5) {
    second = other.y;
    __syncwarp(__activemask());
  } else if (c > 2) {
    second = all.y + n;
  } else {
    second = which[threadIdx.x + 32];
  }
  out[threadIdx.x] = first + 100 * second;
}
