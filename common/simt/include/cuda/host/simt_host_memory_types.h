// How host code describes blocks of memory with rows and slices. CUDA Runtime API, "Memory Management".
#pragma once

#include "simt_c_and_cpp.h"
#include "simt_host_types.h"

struct cudaExtent {
  size_t width;  // in bytes; if an array takes part, in its elements
  size_t height;
  size_t depth;
};
struct cudaPos {
  size_t x;
  size_t y;
  size_t z;
};
struct cudaPitchedPtr {
  void* ptr;
  size_t pitch;
  size_t xsize;
  size_t ysize;
};
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};

struct cudaMemcpy3DPeerParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  int srcDevice;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  int dstDevice;
  struct cudaExtent extent;
};

SIMT_IN_HEADER inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  const struct cudaExtent extent = {width, height, depth};
  return extent;
}
SIMT_IN_HEADER inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  const struct cudaPos position = {x, y, z};
  return position;
}
SIMT_IN_HEADER inline struct cudaPitchedPtr make_cudaPitchedPtr(void* memory, size_t pitch, size_t width,
                                                                size_t height) {
  const struct cudaPitchedPtr pitched = {memory, pitch, width, height};
  return pitched;
}
