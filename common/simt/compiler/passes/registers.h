// The registers that a kernel needs, and what does not fit: the values that ptxas would keep in local memory (spills).
//
// Which values are live where comes from LLVM's code; ptxas orders instructions anew, so that it may need some registers more or
// fewer. Of 441 kernels of agreement/timing the middle one has as many as ptxas gives it (CUDA 13.0, sm_90), the extremes a third
// and three times. `./course explain --sass` asks ptxas itself.
#pragma once

#include "llvm.h"

namespace simtcc {

// Registers of 32 bits a thread: the most that are live at a time, and those that every kernel needs. More than a thread can
// have, too.
unsigned registers_of(llvm::Function& function);

// The words of 32 bits that a block's loads can bring before it uses them: what registers have room for beside the values that the
// block finds there.
struct RoomForLoads {
  unsigned of_global = 0;
  unsigned of_rounds = 0;  // the same, if the block is the header of a loop
  unsigned of_shared = 0;
};
llvm::DenseMap<const llvm::BasicBlock*, RoomForLoads> room_for_loads_of(llvm::Function& function);

// Words of 32 bits a thread that go to local memory and come back whenever a block runs.
struct Spills {
  unsigned stores = 0;
  unsigned loads = 0;
  unsigned frame = 0;  // words of local memory that they share
};

// The spills of each block that has any, if a thread may use `limit` registers. Of the values that are live, the one whose next use
// is farthest goes (L. A. Belady, "A study of replacement algorithms", 1966).
llvm::DenseMap<const llvm::BasicBlock*, Spills> spills_of(llvm::Function& function, unsigned limit);

}  // namespace simtcc
