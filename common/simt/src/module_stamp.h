/* What a module says of itself: simtcc links it into every module (as C), the machine reads it when it loads
 * one. */
#pragma once

#define SIMT_MODULE_VERSION 1

/* The most dynamic shared memory of a block on any supported GPU: 227 KiB (CUDA C++ Programming Guide,
   "Technical Specifications per Compute Capability", 9.0). */
#define SIMT_DYNAMIC_SHARED_CAPACITY 232448

struct SimtModuleStamp {
  unsigned version;     /* SIMT_MODULE_VERSION of the machine it was built for */
  const char* compiler; /* "g++ 12.2.0" */
  const char* source;   /* absolute path of the kernel file */
};
