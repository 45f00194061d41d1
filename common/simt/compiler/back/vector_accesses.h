// The accesses of the code for several lanes (vector_code.h): check, log entries and elements of abi::kVectorLanes lanes at once, and what
// that code reads and writes of the context.
#pragma once

#include <array>
#include <cstdint>

#include "back/lane_code.h"
#include "llvm.h"

namespace simtcc {

// A value of lane code, as it is for several lanes: one for all, a vector, or one for each lane.
struct Wide {
  llvm::Value* same = nullptr;
  llvm::Value* vector = nullptr;
  std::array<llvm::Value*, kVectorLanes> lanes{};
};

// Whether lanes' values of this type are a vector's elements.
bool fits_vector(const llvm::Type* type);

struct VectorAccess {
  std::uint32_t place = 0;
  llvm::Type* type = nullptr;
  bool is_load = true;
  std::uint64_t bytes = 0;  // of the array from the base on; 0: the place's window says
  // One pointer for all lanes, or a vector of pointers.
  llvm::Value* pointer = nullptr;
  llvm::Value* base = nullptr;
};

class VectorAccesses {
 public:
  // `function`: abi::Kernel::vector, without code yet. The builder's place is at its beginning then.
  VectorAccesses(llvm::Function& function, llvm::IRBuilder<>& builder);

  // Go on with the builder behind the access. A load of one pointer gives one value for all.
  Wide load(const VectorAccess& access);
  void store(const VectorAccess& access, const Wide& value);
  // An entry for each lane: <8 x i64>.
  void append(std::uint32_t place, llvm::Value* numbers);

  // The log's next entry goes to the context, before somebody else reads it there.
  void save();
  llvm::Value* log_is_full();
  // …is in a register wherever it is used, once all is written.
  void finish();

  // The address of a value of this type, so many bytes behind another address.
  llvm::Value* at(llvm::Value* address, std::uint64_t offset, llvm::Type* type);
  llvm::Value* mask(llvm::Value* bits);  // <8 x i1> as i8
  llvm::Value* are_all(llvm::Value* bits);
  llvm::Value* splat(llvm::Value* value) { return builder_.CreateVectorSplat(kVectorLanes, value); }
  llvm::MDNode* rarely();

 private:
  struct Window {
    llvm::Value* begin;  // i64, or <8 x i64> where lanes have one each
    llvm::Value* count;
    std::uint64_t width;
  };
  // The ways of an access, whose ends the caller writes.
  struct Ways {
    llvm::BasicBlock* beside = nullptr;  // all lanes side by side, in one piece of memory
    llvm::BasicBlock* at_one = nullptr;  // all lanes load one element
    llvm::BasicBlock* behind = nullptr;
    llvm::Value* first = nullptr;     // the first lane's address
    llvm::Value* admitted = nullptr;  // <8 x i64>, where lanes go to memory one by one: the builder is there
  };

  Window window_of(const VectorAccess& access);
  llvm::Value* opaque(llvm::Value* addresses);
  llvm::Value* opaque_same(llvm::Value* address);
  llvm::Value* numbers_of(llvm::Value* pointers);
  llvm::Value* elements_from(const Window& window, llvm::Value* address);
  Ways check(const VectorAccess& access);
  void check_beside(const VectorAccess& access, const Window& window, llvm::Value* all, Ways& ways,
                    llvm::BasicBlock* ask);
  void check_one(const VectorAccess& access, const Window& window, llvm::Value* all, Ways& ways,
                 llvm::BasicBlock* ask);
  llvm::Value* ask_machine(const VectorAccess& access, llvm::Value* addresses);
  Wide load_same(const VectorAccess& access);
  llvm::Value* pointer_at(llvm::Value* addresses, unsigned lane, llvm::Type* type);
  llvm::Value* load_at(llvm::Value* addresses, unsigned lane, llvm::Type* type);
  llvm::BasicBlock* block();
  llvm::Value* field(std::size_t offset, llvm::Type* type);
  llvm::Value* bytes(llvm::Value* address);
  llvm::Type* vector_of(llvm::Type* type) { return llvm::FixedVectorType::get(type, kVectorLanes); }

  llvm::Function& function_;
  llvm::IRBuilder<>& builder_;
  const llvm::DataLayout& layout_;
  llvm::Type* number_;
  llvm::Type* pointer_;
  llvm::Type* addresses_;
  llvm::AllocaInst* log_ = nullptr;
  // What the machine is asked: each lane's address, and base.
  llvm::AllocaInst* asked_ = nullptr;
  llvm::AllocaInst* asked_bases_ = nullptr;
};

}  // namespace simtcc
