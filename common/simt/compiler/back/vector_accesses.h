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

// Operands are <8 x i64>.
struct VectorAtomics {
  std::uint32_t place = 0;
  llvm::ConstantInt* what = nullptr;
  llvm::Value* addresses = nullptr;
  llvm::Value* bases = nullptr;
  llvm::Value* values = nullptr;
};

// The functions that accesses of one type share where lanes' addresses are not one behind the other: abi::Kernel::vector would have the same
// code a hundred times.
inline constexpr const char* kScattered = "simt.scattered.";

class VectorAccesses {
 public:
  // `function`: abi::Kernel::vector, without code yet. The builder's place is at its beginning then.
  VectorAccesses(llvm::Function& function, llvm::IRBuilder<>& builder);

  // Go on with the builder behind the access. A load of one pointer gives one value for all.
  Wide load(const VectorAccess& access);
  void store(const VectorAccess& access, const Wide& value);
  // The same of the lanes of a mask, an i8 that is not 0, of an access to an array that is no lane's own. The others log that they take no part, and load anything.
  Wide load_under(llvm::Value* mask, const VectorAccess& access);
  void store_under(llvm::Value* mask, const VectorAccess& access, const Wide& value);
  // Lanes do them in their order.
  void atomics(const VectorAtomics& atomics);
  // An entry for each lane: <8 x i64>.
  void append(std::uint32_t place, llvm::Value* numbers) { append(builder_.getInt32(place), numbers); }

  // The log's next entry goes to the context, before somebody else reads it there.
  void save();
  llvm::Value* log_is_full();
  // …is in a register wherever it is used, once all is written.
  void finish();

  // The address of a value of this type, so many bytes behind another address.
  llvm::Value* at(llvm::Value* address, std::uint64_t offset, llvm::Type* type);
  llvm::Value* mask(llvm::Value* bits);  // <8 x i1> as i8
  llvm::Value* bits(llvm::Value* mask);  // i8 as <8 x i1>
  llvm::Value* are_all(llvm::Value* bits);
  llvm::Value* splat(llvm::Value* value) { return builder_.CreateVectorSplat(kVectorLanes, value); }
  llvm::MDNode* rarely();

 private:
  struct Window {
    llvm::Value* begin;  // i64, or <8 x i64> where lanes have one each
    llvm::Value* count;
    std::uint64_t width;
  };
  Window window_of(const VectorAccess& access);
  llvm::Value* opaque(llvm::Value* addresses);
  llvm::Value* opaque_same(llvm::Value* address);
  llvm::Value* numbers_of(llvm::Value* pointers);
  llvm::Value* elements_from(const Window& window, llvm::Value* address);
  // Whether the lanes' addresses are one behind the other, and all in the window: a block where they are; the builder is where not.
  llvm::BasicBlock* check_beside(const Window& window, llvm::Value* all);
  // What lanes access that are anywhere: the same addresses, or what the machine says.
  struct Asked {
    llvm::Value* place;  // i32
    llvm::Value* base;   // i64 or <8 x i64>
    llvm::Value* bytes;  // i64
  };
  Asked asked_of(const VectorAccess& access);
  llvm::Value* admitted(const Asked& asked, const Window& window, llvm::Value* all);
  llvm::FunctionCallee runtime_function(std::size_t offset, llvm::ArrayRef<llvm::Type*> types);
  // `lanes`: an i8.
  llvm::Value* ask_machine(const Asked& asked, llvm::Value* addresses, llvm::Value* lanes);
  void append(llvm::Value* place, llvm::Value* numbers);
  llvm::Value* load_anywhere(llvm::Value* addresses, llvm::Type* type);
  void store_anywhere(llvm::Value* addresses, llvm::Type* type, const Wide& value);
  llvm::Function* helper_for(const VectorAccess& access, std::uint64_t width);
  llvm::Function* masked_helper_for(const VectorAccess& access, std::uint64_t width);
  llvm::Value* call_masked_helper(llvm::Value* mask, const VectorAccess& access, llvm::Value* value);
  llvm::Value* in_place_of_others(llvm::Value* bits, llvm::Value* first, llvm::Value* addresses);
  void store_each_under(llvm::Value* bits, llvm::Value* addresses, llvm::Type* type, llvm::Value* values);
  llvm::Value* call_helper(const VectorAccess& access, const Window& window, llvm::Value* all,
                           llvm::Value* value);
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
  llvm::AllocaInst* asked_values_ = nullptr;  // of atomic operations
};

}  // namespace simtcc
