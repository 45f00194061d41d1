#include "back/kernel_code.h"

#include <map>
#include <vector>

#include "back/lane_code.h"
#include "back/vector_accesses.h"
#include "back/vector_code.h"

namespace simtcc {
namespace {

// Members of abi::Kernel, as numbers of its row's.
constexpr unsigned kEntry = 4;
constexpr unsigned kFrameBytes = 14;
constexpr unsigned kStops = 15;
constexpr unsigned kVector = 16;

struct Made {
  LaneCode lane;
  llvm::Function* vector = nullptr;
};

llvm::GlobalVariable* table_of(llvm::Module& module) {
  constexpr unsigned kKernels = 7;  // of abi::Module
  const llvm::Constant* const table = module.getNamedGlobal("simt_module")->getInitializer();
  return llvm::dyn_cast<llvm::GlobalVariable>(table->getAggregateElement(kKernels)->stripPointerCasts());
}

Made make(llvm::Function& kernel, bool several_lanes, CodeAllowance& allowance) {
  Made made;
  made.lane = make_lane_code(kernel, kHasVectorCode && several_lanes, allowance);
  if (made.lane.has_all_points) made.vector = make_vector_code(made.lane);
  finish(made.lane);
  return made;
}

llvm::Constant* with_code(const llvm::ConstantStruct& row, const Made& made) {
  llvm::SmallVector<llvm::Constant*, 20> members;
  for (const llvm::Use& member : row.operands()) members.push_back(llvm::cast<llvm::Constant>(member.get()));
  members[kFrameBytes] = llvm::ConstantInt::get(members[kFrameBytes]->getType(), made.lane.frame_bytes);
  members[kStops] = llvm::ConstantInt::get(members[kStops]->getType(), made.lane.stops);
  if (made.vector != nullptr)
    members[kVector] = llvm::ConstantExpr::getPointerCast(made.vector, members[kVector]->getType());
  return llvm::ConstantStruct::get(row.getType(), members);
}

}  // namespace

// A kernel that is written in several ways (abi::Kernel::written) has a row for each.
KernelCode make_kernels(llvm::Module& module, bool several_lanes, CodeAllowance allowance) {
  KernelCode code;
  llvm::GlobalVariable* const table = table_of(module);
  if (table == nullptr) return code;
  auto* const type = llvm::cast<llvm::ArrayType>(table->getInitializer()->getType());
  const auto rows = static_cast<unsigned>(type->getNumElements());
  const auto row = [&](unsigned number) {
    return llvm::cast<llvm::ConstantStruct>(table->getInitializer()->getAggregateElement(number));
  };
  std::vector<llvm::Function*> kernels;
  for (unsigned i = 0; i < rows; ++i)
    kernels.push_back(llvm::cast<llvm::Function>(row(i)->getOperand(kEntry)->stripPointerCasts()));
  std::map<llvm::Function*, Made> made;
  for (llvm::Function* kernel : kernels) {
    if (made.count(kernel) != 0) continue;
    const Made& one = made[kernel] = make(*kernel, several_lanes, allowance);
    code.of_lanes.insert(one.lane.function);
    if (one.vector != nullptr) code.of_vectors.insert(one.vector);
  }
  for (const llvm::Function& function : module) {
    if (begins_with(function.getName(), kScattered)) code.of_vectors.insert(&function);
  }
  std::vector<llvm::Constant*> changed;
  for (unsigned i = 0; i < rows; ++i) changed.push_back(with_code(*row(i), made.at(kernels[i])));
  table->setInitializer(llvm::ConstantArray::get(type, changed));
  return code;
}

}  // namespace simtcc
