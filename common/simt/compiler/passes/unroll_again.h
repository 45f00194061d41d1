// Unrolls loops as ptxas does, after LLVM has unrolled what nvcc's own LLVM would.
//
// ptxas unrolls an innermost loop of one block whose counter runs in equal steps towards a bound: four rounds
// as long as more than three are left, then two, then one. It leaves a loop that counts rounds until they are
// equal to their number (what LLVM makes of most loops that it unrolls itself), and one whose step is known
// at run time only. Seen in the machine code of agreement/kernels/unrolling.cu and divergence.cu (CUDA 13.0,
// sm_90). Which lanes are together in such a loop depends on it, and so does how many requests there are.
#pragma once

#include "llvm.h"

namespace simtcc {

class UnrollAgainPass : public llvm::PassInfoMixin<UnrollAgainPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace simtcc
