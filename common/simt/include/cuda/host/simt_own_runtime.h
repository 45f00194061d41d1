// An object that simtcc makes of a CUDA file links with simtcc's own runtime, and with no other. NVIDIA's has the functions that such
// an object calls, but kernels are code for the SIMT machine: the program would start, launch nothing and say nothing.
#pragma once

#if defined(__CUDA__) && !defined(__CUDA_ARCH__)

extern "C" __attribute__((visibility("default"))) void this_object_needs_the_libcudart_of_simtcc();

// The linker keeps a constructor even where it removes what nobody uses.
__attribute__((constructor)) static void simt_need_own_runtime() {
  this_object_needs_the_libcudart_of_simtcc();
}

#endif
