// For loops over the 32 lanes of a request, which compilers turn into vector instructions: with AVX-512 or AVX2 where
// the processor has it, else with what every processor of the architecture has. What such a function calls
// must be inlined into it, always.
#pragma once

// A macro, since an attribute can be nothing else. Sanitizers begin after the functions that choose between
// the forms.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#if __GNUC__ >= 12
#define SIMT_VECTORISED [[gnu::target_clones("arch=x86-64-v4", "avx2", "default")]]
#else
#define SIMT_VECTORISED [[gnu::target_clones("avx2", "default")]]
#endif
#else
#define SIMT_VECTORISED
#endif
