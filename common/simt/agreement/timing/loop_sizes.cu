// How large a loop may be for nvcc to unroll it, and how large a function of mathematics is there: docs/measurements/time_model.md, "How large
// a round is". Of each kernel the number of stores (of loads, for known rounds) of
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cubin loop_sizes.cu && nvdisasm loop_sizes.cubin
//
// between a label and the branch back to it says how many rounds stand there. A round has a function, or none, and so many additions beside
// it. CUDA 13.0 unrolls by four with up to 44 additions beside no function and by two with up to 87: a function that leaves room for 15 by four
// is as large as 29.
#define ADD_1 v += y;
#define ADD_2 ADD_1 ADD_1
#define ADD_4 ADD_2 ADD_2
#define ADD_8 ADD_4 ADD_4
#define ADD_16 ADD_8 ADD_8
#define ADD_32 ADD_16 ADD_16
#define ADD_64 ADD_32 ADD_32

// `rounds` of the loop are known at run time only.
#define ROUND(name, type, call, beside, adds)                                                                \
  __global__ void name##_##beside(const type* __restrict__ in, type* __restrict__ out, int rounds, type y) { \
    for (int k = threadIdx.x; k < rounds; k += 256) {                                                        \
      type v = in[k];                                                                                        \
      adds out[k] = call;                                                                                    \
    }                                                                                                        \
  }
#define SIZES(name, type, call)                                \
  ROUND(name, type, call, 0, )                                 \
  ROUND(name, type, call, 4, ADD_4)                            \
  ROUND(name, type, call, 8, ADD_8)                            \
  ROUND(name, type, call, 12, ADD_8 ADD_4)                     \
  ROUND(name, type, call, 16, ADD_16)                          \
  ROUND(name, type, call, 20, ADD_16 ADD_4)                    \
  ROUND(name, type, call, 24, ADD_16 ADD_8)                    \
  ROUND(name, type, call, 28, ADD_16 ADD_8 ADD_4)              \
  ROUND(name, type, call, 32, ADD_32)                          \
  ROUND(name, type, call, 36, ADD_32 ADD_4)                    \
  ROUND(name, type, call, 40, ADD_32 ADD_8)                    \
  ROUND(name, type, call, 44, ADD_32 ADD_8 ADD_4)              \
  ROUND(name, type, call, 45, ADD_32 ADD_8 ADD_4 ADD_1)        \
  ROUND(name, type, call, 48, ADD_32 ADD_16)                   \
  ROUND(name, type, call, 56, ADD_32 ADD_16 ADD_8)             \
  ROUND(name, type, call, 64, ADD_64)                          \
  ROUND(name, type, call, 72, ADD_64 ADD_8)                    \
  ROUND(name, type, call, 80, ADD_64 ADD_16)                   \
  ROUND(name, type, call, 87, ADD_64 ADD_16 ADD_4 ADD_2 ADD_1) \
  ROUND(name, type, call, 88, ADD_64 ADD_16 ADD_8)
#define BOTH(function)                              \
  SIZES(function##_of_float, float, function##f(v)) \
  SIZES(function##_of_double, double, function(v))

SIZES(nothing, float, v)
SIZES(power_of_float, float, powf(v, in[k + 1]))
SIZES(power_of_double, double, pow(v, in[k + 1]))
SIZES(length_of_float, float, hypotf(v, y))
SIZES(length_of_double, double, hypot(v, y))
SIZES(angle_of_float, float, atan2f(v, y))
SIZES(angle_of_double, double, atan2(v, y))
SIZES(rest_of_float, float, fmodf(v, y))
SIZES(rest_of_double, double, fmod(v, y))
BOTH(sqrt)
BOTH(rsqrt)
BOTH(exp)
BOTH(exp2)
BOTH(exp10)
BOTH(log)
BOTH(log2)
BOTH(log10)
BOTH(sin)
BOTH(cos)
BOTH(tan)
BOTH(sinh)
BOTH(cosh)
BOTH(tanh)
BOTH(asin)
BOTH(acos)
BOTH(atan)
BOTH(erf)
BOTH(erfc)
BOTH(cbrt)
BOTH(log1p)
BOTH(expm1)
BOTH(lgamma)
BOTH(tgamma)
BOTH(j0)
BOTH(asinh)
BOTH(acosh)
BOTH(atanh)

// Known rounds, which become one stretch of code up to a size of some 400 instructions, or a power of two of them stand in the loop.
#define KNOWN(rounds, beside, adds)                                                                \
  __global__ void known_##rounds##_##beside(const float* __restrict__ in, float* __restrict__ out, \
                                            float y) {                                             \
    float sum = 0;                                                                                 \
    for (int k = 0; k < rounds; ++k) {                                                             \
      float v = in[k];                                                                             \
      adds sum += sqrtf(v);                                                                        \
    }                                                                                              \
    out[threadIdx.x] = sum;                                                                        \
  }
#define OF_KNOWN(rounds)                      \
  KNOWN(rounds, 0, )                          \
  KNOWN(rounds, 1, ADD_1)                     \
  KNOWN(rounds, 6, ADD_4 ADD_2)               \
  KNOWN(rounds, 7, ADD_4 ADD_2 ADD_1)         \
  KNOWN(rounds, 10, ADD_8 ADD_2)              \
  KNOWN(rounds, 12, ADD_8 ADD_4)              \
  KNOWN(rounds, 20, ADD_16 ADD_4)             \
  KNOWN(rounds, 24, ADD_16 ADD_8)             \
  KNOWN(rounds, 45, ADD_32 ADD_8 ADD_4 ADD_1) \
  KNOWN(rounds, 50, ADD_32 ADD_16 ADD_2)      \
  KNOWN(rounds, 52, ADD_32 ADD_16 ADD_4)      \
  KNOWN(rounds, 96, ADD_64 ADD_32)            \
  KNOWN(rounds, 102, ADD_64 ADD_32 ADD_4 ADD_2)
OF_KNOWN(4)
OF_KNOWN(8)
OF_KNOWN(9)
OF_KNOWN(12)
OF_KNOWN(16)
OF_KNOWN(32)
OF_KNOWN(1024)
