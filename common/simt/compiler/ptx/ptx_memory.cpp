// Loads, stores and hints of inline PTX. PTX ISA, "Data Movement and Conversion Instructions": ld, ldu, st,
// prefetch, createpolicy. What is said of caches has no effect: costs are counted before any cache.
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

constexpr unsigned kWidestAccess = 128;  // bits

struct Access {
  Space space = Space::generic;
  unsigned count = 1;  // elements
  Type type;
  bool is_volatile = false;  // set also for an access that is relaxed or stronger, or bypasses L1
  bool is_ordered = false;   // acquire, release
  bool is_in_block = false;  // …of the block's scope
  bool has_policy = false;   // one more operand
};

void drop_cache_hints(Suffixes& suffixes) {
  suffixes.drop({"nc", "ca", "cs", "lu", "wb", "unified", "L1::evict_normal", "L1::evict_unchanged",
                 "L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::evict_normal",
                 "L2::evict_first", "L2::evict_last", "L2::64B", "L2::128B", "L2::256B"});
}

Access read_access(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  Access access;
  suffixes.take("weak");
  const bool is_strong = suffixes.take("relaxed") || suffixes.take("mmio");
  access.is_ordered = !suffixes.one_of({"acquire", "release"}).empty();
  // Blocks meet at L2: CUB's look-back passes its flags with these, without a stronger word.
  const bool is_at_l2 = !suffixes.one_of({"cg", "cv", "wt"}).empty();
  access.is_volatile = suffixes.take("volatile") || is_strong || access.is_ordered || is_at_l2;
  access.space = suffixes.space();
  access.is_in_block = suffixes.one_of({"cta", "cluster", "gpu", "sys"}) == "cta";
  drop_cache_hints(suffixes);
  access.has_policy = suffixes.take("L2::cache_hint");
  const std::string vector = suffixes.one_of({"v2", "v4", "v8"});
  access.count = vector.empty() ? 1 : static_cast<unsigned>(vector[1] - '0');
  access.type = suffixes.type();
  suffixes.finish();
  if (access.type.bits < 8 || access.count * access.type.bits > kWidestAccess)
    builder.refuse("one access moves 1 to 16 bytes");
  return access;
}

llvm::Type* moved_type(const Access& access, Builder& builder) {
  llvm::Type* const element = builder.ir().getIntNTy(access.type.bits);
  if (access.count == 1) return element;
  return llvm::FixedVectorType::get(element, access.count);
}

std::vector<Operand> elements_of(const Operand& operand, const Access& access, Builder& builder) {
  std::vector<Operand> elements = Builder::elements(operand);
  if (elements.size() != access.count || operand.is_list() != (access.count > 1))
    builder.refuse("it moves " + std::to_string(access.count) + " values");
  return elements;
}

void fence(const Access& access, Builder& builder) {
  if (!access.is_ordered) return;
  builder.call("simt_fence", builder.ir().getVoidTy(), {builder.ir().getInt32(access.is_in_block ? 0 : 1)});
}

bool lower_load(const Instruction& instruction, Builder& builder) {
  const Access access = read_access(instruction, builder);
  builder.expect_operands(access.has_policy ? 3 : 2);
  const auto elements = elements_of(builder.operand(0), access, builder);
  llvm::Value* const pointer = builder.address(builder.operand(1), access.space);
  llvm::Value* const value = builder.load(pointer, moved_type(access, builder), access.is_volatile);
  fence(access, builder);
  for (unsigned i = 0; i < access.count; ++i) {
    llvm::Value* const element = access.count == 1 ? value : builder.ir().CreateExtractElement(value, i);
    builder.write_extended(elements[i], element, access.type.is_signed());
  }
  return true;
}

bool lower_store(const Instruction& instruction, Builder& builder) {
  const Access access = read_access(instruction, builder);
  builder.expect_operands(access.has_policy ? 3 : 2);
  const auto elements = elements_of(builder.operand(1), access, builder);
  llvm::Value* const pointer = builder.address(builder.operand(0), access.space);
  llvm::Type* const type = moved_type(access, builder);
  llvm::Value* value = access.count == 1 ? nullptr : llvm::UndefValue::get(type);
  for (unsigned i = 0; i < access.count; ++i) {
    const bool is_float_number = elements[i].is_number() && access.type.is_float();
    llvm::Value* element = is_float_number
                               ? builder.ir().CreateBitCast(builder.read(elements[i], access.type),
                                                            builder.ir().getIntNTy(access.type.bits))
                               : builder.read_low(elements[i], access.type.bits);
    value = access.count == 1 ? element : builder.ir().CreateInsertElement(value, element, i);
  }
  fence(access, builder);
  builder.store(pointer, value, access.is_volatile);
  return true;
}

// Nobody is told, and nothing is asked of memory.
bool is_hint(const std::string& name) {
  return name == "prefetch" || name == "prefetchu" || name == "applypriority";
}

}  // namespace

bool lower_memory(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "createpolicy") {
    builder.write(builder.operand(0), builder.ir().getInt64(0));
    return true;
  }
  if (is_hint(name)) return true;
  if (name == "ld" || name == "ldu") return lower_load(instruction, builder);
  return name == "st" && !instruction.has("async") && !instruction.has("bulk") &&
         lower_store(instruction, builder);
}

}  // namespace simtcc::ptx
