#include <cuda_runtime.h>

enum Mode { kPlain, kDoubled };
typedef float real;

extern "C" __global__ void scale(const real* __restrict__ in, float* const out, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

extern "C" __global__ void every_scalar(double* out, bool flag, signed char a, unsigned short b,
                                        unsigned long c, long long d, double e, Mode mode) {
  out[0] = flag;
  out[1] = a;
  out[2] = b;
  out[3] = static_cast<double>(c);
  out[4] = static_cast<double>(d);
  out[5] = e;
  out[6] = mode;
}

extern "C" __global__ void many(int a, int b, int c, int d, int e, int f, int g, int h, float x, int* out) {
  out[0] = a + b + c + d + e + f + g + h + static_cast<int>(x);  // more than registers hold
}

extern "C" __global__ void nothing() {}
extern "C" __global__ void whole_struct(float4 value, float* out) { out[0] = value.x; }
extern "C" __global__ void bytes_and_vectors(void* any, char* text, const float4* four, int**) {
  static_cast<int*>(any)[0] = text[0] + static_cast<int>(four[0].x);
}

struct Range {
  int first, count;
};
struct View {
  const float* in;
  float* out;
  Range range;
  float factors[3];
};
extern "C" __global__ void fill_view(View view) {
  const int i = threadIdx.x;
  if (i < view.range.count)
    view.out[view.range.first + i] = view.in[i] * (view.factors[0] + view.factors[1] + view.factors[2]);
}
union Either {
  int whole;
  float part;
};
extern "C" __global__ void take_union(Either either, int* out) { out[0] = either.whole; }

extern "C" __global__ void or_null(const int* in, int* out) { out[0] = in == nullptr ? 7 : in[0]; }

extern "C" __global__ void last_one_wins(int* out) {
  if (threadIdx.x % 32 == 0) out[0] = threadIdx.x;
}

namespace lib {
namespace {
template <int Factor, class T>
__global__ void times(const T* in, T* out) {
  const T value = __ldg(in + threadIdx.x);  // through a function of the machine's header
  out[threadIdx.x] = Factor * value;
}
}  // namespace
}  // namespace lib

// What a generated source adds for each kernel that is asked for, with the name that it was asked for by.
constexpr int kFactor = 4;
__device__ __attribute__((used, annotate("simt.written:times<3, int>"))) auto* const simt_traced_0 =
    &lib::times<3, int>;
__device__
    __attribute__((used, annotate("simt.written:lib::times<kFactor, int>"))) auto* const simt_traced_1 =
        &lib::times<kFactor, int>;
