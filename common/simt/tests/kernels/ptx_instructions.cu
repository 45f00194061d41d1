// One kernel for each instruction of ptx_instructions.inc. Thread t takes three numbers a, b and c, of which
// %1, %2 and %3 are the low bits, and %4 and %5 the low words of b and c.
#include <cuda_runtime.h>

using Word = unsigned long long;

// The result's constraint and type, and those of the first three inputs.
#define SIMT_SHAPED(name, to, To, from, From, text)                                                    \
  extern "C" __global__ void name(const Word* in, Word* out) {                                         \
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;                                          \
    const Word a = in[3 * t];                                                                          \
    const Word b = in[3 * t + 1];                                                                      \
    const Word c = in[3 * t + 2];                                                                      \
    To result;                                                                                         \
    asm volatile(text                                                                                  \
                 : "=&" to(result)                                                                     \
                 : from(static_cast<From>(a)), from(static_cast<From>(b)), from(static_cast<From>(c)), \
                   "r"(static_cast<unsigned>(b)), "r"(static_cast<unsigned>(c)));                      \
    out[t] = result;                                                                                   \
  }
#define SHAPE_R(name, text) SIMT_SHAPED(name, "r", unsigned, "r", unsigned, text)
#define SHAPE_L(name, text) SIMT_SHAPED(name, "l", Word, "l", Word, text)
#define SHAPE_H(name, text) SIMT_SHAPED(name, "h", unsigned short, "h", unsigned short, text)
#define SHAPE_RL(name, text) SIMT_SHAPED(name, "r", unsigned, "l", Word, text)
#define SHAPE_LR(name, text) SIMT_SHAPED(name, "l", Word, "r", unsigned, text)
#define SHAPE_RH(name, text) SIMT_SHAPED(name, "r", unsigned, "h", unsigned short, text)
#define SHAPE_HR(name, text) SIMT_SHAPED(name, "h", unsigned short, "r", unsigned, text)
#define SHAPE_LH(name, text) SIMT_SHAPED(name, "l", Word, "h", unsigned short, text)
#define SHAPE_HL(name, text) SIMT_SHAPED(name, "h", unsigned short, "l", Word, text)

#define X(name, result, shape, text) SHAPE_##shape(ptx_##name, text)
#include "../ptx/ptx_instructions.inc"
#undef X
