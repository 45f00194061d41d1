// Drives the GPU for the process at the other end of a channel (lab/gpu.h), in its words:
//
//   {"do": "begin", "library": …, "limit_ms": …}               {"gpu": {…}}
//   {"do": "allocate", "name": …, "bytes": …}                  {"address": …}
//   {"do": "download", "address": …, "bytes": …}               {}, then the bytes
//   {"do": "free_bytes"}                                       {"bytes": …}
//   {"do": "load", "module": number, "path": …}                {}
//   {"do": "defines", "module": number, "kernel": …}           {"defined": true}
//   {"do": "open_cublas", "libraries": …}                      {}
//   {"do": "arrived"}                                          {}
//   {"do": "wait"}                                             {"launches": …}
//   {"do": "elapsed", "start": number, "end": number}          {"seconds": …}
//   {"do": "upload" (then the bytes) | "release" | "set" | "copy" | "unload" | "create_event" |
//          "destroy_event" | "record" | "launch" | "geam" | "gemv" | "close_cublas", …}     no answer
//
// Work without an answer is read, and kept until something but "arrived" asks for one; then it is all done in
// one go, so that the GPU's queue is not starved between two launches of a measurement. The first of it that
// goes wrong is the answer, and what came after it is left out.
//
//   {"error": words, "kind": "no_gpu" | "gpu" | "other", "lost": words}
//   {"error": words, "kind": "fault", "fault": number, "lost": words}
#pragma once

#include "channel.h"

namespace lab::cuda {

// Bytes travel in pieces of at most so many.
constexpr std::size_t kPieceBytes = std::size_t{16} << 20U;

// Serves until the other end is closed.
void serve_gpu(simt::remote::Channel& channel);

}  // namespace lab::cuda
