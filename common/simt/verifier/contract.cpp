// What the contract says: the primitives' names and types, and the table `simt_module`, of which the rules
// need a part, and which is read as the machine will read it.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

#include <cstddef>

#include "verifier.h"

namespace simt_verifier {
namespace {

namespace abi = simt::abi;
using abi::PlaceKind;
using abi::Runtime;

// clang-format off
const Member kMembers[] = {
    {offsetof(Runtime, atomic), "lillll", PlaceKind::atomic},      {offsetof(Runtime, barrier), "v"},
    {offsetof(Runtime, barrier_count), "ii"},                      {offsetof(Runtime, fence), "vi"},
    {offsetof(Runtime, sync_warp), "vi"},                          {offsetof(Runtime, shuffle), "Piliiil"},
    {offsetof(Runtime, ballot), "iii"},                            {offsetof(Runtime, match), "iil"},
    {offsetof(Runtime, reduce), "iiii"},                           {offsetof(Runtime, active_mask), "i"},
    {offsetof(Runtime, clock), "l"},                               {offsetof(Runtime, fetch_texture), "Pliiiii"},
    {offsetof(Runtime, space_of), "il"},                           {offsetof(Runtime, allocate), "ll"},
    {offsetof(Runtime, load_matrix), "Pill", PlaceKind::load},     {offsetof(Runtime, leave), "vi"},
    {offsetof(Runtime, store_matrix), "villll", PlaceKind::store}, {offsetof(Runtime, multiply_matrices), "Pilllll"},
    {offsetof(Runtime, release), "vl"},                            {offsetof(Runtime, copy_source), "vlli", PlaceKind::copy_source},
    {offsetof(Runtime, copy_async), "vll", PlaceKind::copy_target}, {offsetof(Runtime, named_barrier), "viii"},
    {offsetof(Runtime, wait_async), "vi", PlaceKind::copy_wait},   {offsetof(Runtime, commit_async), "v", PlaceKind::copy_commit},
    {offsetof(Runtime, init_phases), "vlli"},                      {offsetof(Runtime, arrive_phase), "illii"},
    {offsetof(Runtime, wait_phase), "illii"},                      {offsetof(Runtime, sync_grid), "v"},
    {offsetof(Runtime, surface_load), "Pliiii"},                   {offsetof(Runtime, surface_store), "vliiiill"},
    {offsetof(Runtime, trap), "vp"},                               {offsetof(Runtime, assertion), "vp"},
    {offsetof(Runtime, division_by_zero), "v"},                    {offsetof(Runtime, use_undefined), "vl"}};
// clang-format on
constexpr unsigned kMostPrinted = 32;  // values of one printf

// A value as many bytes long in memory as it has bits, which one access can be of.
bool is_accessed(const llvm::Type* type, const llvm::DataLayout& layout) {
  const llvm::Type* const element = type->getScalarType();
  const std::uint64_t bits = element->getPrimitiveSizeInBits();
  const bool is_plain = element->isPointerTy() || element->isFloatingPointTy() ||
                        (element->isIntegerTy() && bits % 8 == 0 && llvm::isPowerOf2_64(bits));
  if (!is_plain || llvm::isa<llvm::ScalableVectorType>(type)) return false;
  const std::uint64_t bytes = layout.getTypeStoreSize(const_cast<llvm::Type*>(type));
  return bytes <= 16 && llvm::isPowerOf2_64(bytes);
}

bool is_type(const llvm::Type* type, char letter, const llvm::DataLayout& layout) {
  const auto* const pair = llvm::dyn_cast<llvm::StructType>(type);
  return letter == 'v'   ? type->isVoidTy()
         : letter == 'i' ? type->isIntegerTy(32)
         : letter == 'l' ? type->isIntegerTy(64)
         : letter == 'p' ? type->isPointerTy() && type->getPointerAddressSpace() == 0
         : letter == 'T'
             ? is_accessed(type, layout)
             : pair != nullptr && pair->getNumElements() == 2 && !pair->isPacked() &&
                   llvm::all_of(pair->elements(), [](llvm::Type* one) { return one->isIntegerTy(64); });
}

// One row for each Primitive, in its order. T is any type that can be accessed.
constexpr struct {
  const char* name;
  const char* types;
  // clang-format off
} kPrimitives[] = {{"", ""}, {"load", "Tippl"}, {"store", "vipplT"}, {"log", "vi"}, {"count", "vil"},
                   {"ask", "vi"}, {"local", "pil"}, {"print", "iip"}, {"call", ""}};
// clang-format on

std::string types_of(const llvm::Function& function) {
  const Primitive primitive = primitive_of(function);
  std::string types = kPrimitives[static_cast<std::size_t>(primitive)].types;
  if (primitive == Primitive::print) {
    require(function.arg_size() <= 2 + kMostPrinted, "too many values to print");
    while (types.size() < function.arg_size() + 1) types += 'l';
  } else if (primitive == Primitive::call) {
    types = member_of(function).types;
    types.insert(1, "i");
  }
  return types;
}

// A structure of the contract: a part of a constant's value.
template <class T>
class Row {
 public:
  Row(const llvm::GlobalVariable& table, std::uint64_t begin)
      : table_(table), begin_(begin), layout_(table.getParent()->getDataLayout()) {
    require(table.isConstant() && table.hasDefinitiveInitializer() &&
                begin + sizeof(T) <= layout_.getTypeAllocSize(table.getValueType()),
            "simt_module: a table is too short, or no constant");
  }

  template <class Member>
  std::uint64_t number(Member T::*member) const {
    llvm::Type* const type = llvm::Type::getIntNTy(table_.getContext(), 8 * sizeof(Member));
    const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(load(member, type));
    require(value != nullptr, "simt_module: a number is no constant");
    return value->getZExtValue();
  }
  // Returns the object that a pointer of the table points to the beginning of.
  template <class Target, class Member>
  const Target& target(Member T::*member) const {
    llvm::Type* const byte = llvm::Type::getInt8Ty(table_.getContext());
    const Address address = address_of(load(member, llvm::PointerType::getUnqual(byte)), layout_);
    const auto* const found = llvm::dyn_cast<Target>(address.base);
    require(found != nullptr && address.offset == 0, "simt_module: a pointer leads elsewhere");
    return *found;
  }
  template <class R>
  std::vector<Row<R>> rows(const R* T::*member, std::uint32_t T::*count) const {
    std::vector<Row<R>> found;
    const std::uint64_t end = number(count) * sizeof(R);
    for (std::uint64_t begin = 0; begin < end; begin += sizeof(R))
      found.emplace_back(target<llvm::GlobalVariable>(member), begin);
    return found;
  }

 private:
  template <class Member>
  const llvm::Constant* load(Member T::*member, llvm::Type* type) const {
    static const T row{};
    const auto offset = reinterpret_cast<const char*>(&(row.*member)) - reinterpret_cast<const char*>(&row);
    const llvm::APInt at(64, begin_ + static_cast<std::uint64_t>(offset));
    auto* const whole = const_cast<llvm::Constant*>(table_.getInitializer());
    const auto* const value = llvm::ConstantFoldLoadFromConst(whole, type, at, layout_);
    require(value != nullptr, "simt_module: a table is not laid out as the contract says");
    return value;
  }

  const llvm::GlobalVariable& table_;
  std::uint64_t begin_;
  const llvm::DataLayout& layout_;
};

}  // namespace

Primitive primitive_of(const llvm::Function& function) {
  const auto [first, rest] = function.getName().split('.');
  const llvm::StringRef name = rest.split('.').first;
  const auto* const known = llvm::find_if(kPrimitives, [&](const auto& one) { return name == one.name; });
  if (first != "simt" || !function.isDeclaration() || known == std::end(kPrimitives)) return Primitive::none;
  return static_cast<Primitive>(known - std::begin(kPrimitives));
}

const Member& member_of(const llvm::Function& function) {
  std::size_t offset = SIZE_MAX;
  const bool is_number = !function.getName().rsplit('.').second.getAsInteger(10, offset);
  const auto* const member =
      llvm::find_if(kMembers, [&](const Member& known) { return is_number && known.offset == offset; });
  require(member != std::end(kMembers), "no function of the machine");
  return *member;
}

void check_primitive(const llvm::Function& function) {
  const llvm::FunctionType& type = *function.getFunctionType();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  const std::string types = types_of(function);
  bool fits = !type.isVarArg() && type.getNumParams() + 1 == types.size() &&
              is_type(type.getReturnType(), types[0], layout);
  for (unsigned i = 0; fits && i < type.getNumParams(); ++i)
    fits = is_type(type.getParamType(i), types[i + 1], layout);
  require(fits, "a primitive that is not declared as the contract says");
  for (const llvm::Use& use : function.uses()) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    require(call != nullptr && call->isCallee(&use), "a primitive has no address");
  }
}

Tables read_tables(const llvm::Module& module) {
  const llvm::GlobalVariable* const table = module.getNamedGlobal("simt_module");
  require(table != nullptr, "the module has no table simt_module");
  const Row<abi::Module> all(*table, 0);
  require(all.number(&abi::Module::version) == abi::kVersion, "simt_module: another version");
  Tables tables;
  for (const auto& place : all.rows(&abi::Module::places, &abi::Module::place_count)) {
    tables.places.push_back({static_cast<abi::PlaceKind>(place.number(&abi::Place::kind)),
                             place.number(&abi::Place::width), place.number(&abi::Place::instruction)});
  }
  for (const auto& array : all.rows(&abi::Module::shared_arrays, &abi::Module::shared_array_count)) {
    tables.shared_arrays.push_back(
        {array.number(&abi::SharedArray::offset), array.number(&abi::SharedArray::bytes)});
  }
  for (const auto& kernel : all.rows(&abi::Module::kernels, &abi::Module::kernel_count)) {
    std::vector<std::uint64_t> bytes;
    for (const auto& parameter : kernel.rows(&abi::Kernel::parameters, &abi::Kernel::parameter_count))
      bytes.push_back(parameter.number(&abi::Parameter::bytes));
    const auto& entry = kernel.target<llvm::Function>(&abi::Kernel::entry);
    require(!entry.isDeclaration() && tables.kernels.emplace(&entry, bytes).first->second == bytes,
            "simt_module: a kernel has no code, or is described in two ways");
  }
  for (const auto& row : all.rows(&abi::Module::variables, &abi::Module::variable_count)) {
    const auto& variable = row.target<llvm::GlobalVariable>(&abi::Variable::address);
    const bool may_be_stored =
        row.number(&abi::Variable::constant) + row.number(&abi::Variable::read_only) == 0;
    require(row.number(&abi::Variable::bytes) ==
                    module.getDataLayout().getTypeAllocSize(variable.getValueType()) &&
                tables.variables.emplace(&variable, may_be_stored).second,
            "simt_module: a variable is not as large as the table says");
    require(!may_be_stored || !variable.isConstant(), "simt_module: a constant is said to be writable");
  }
  return tables;
}

}  // namespace simt_verifier
