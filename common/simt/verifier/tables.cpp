// Reads the table `simt_module`, and checks what the machine believes of it: each pointer leads to a constant
// of the module that is as long as the table says, each number is one that the contract knows.
#include <llvm/Analysis/ConstantFolding.h>

#include <cstddef>

#include "verifier.h"

namespace simt_verifier {
namespace {

namespace abi = simt::abi;

// One row of a table: a part of a constant's value.
class Row {
 public:
  Row(const llvm::GlobalVariable& table, std::uint64_t begin) : table_(&table), begin_(begin) {
    require(table.isConstant() && table.hasDefinitiveInitializer(), "simt_module: a table is no constant");
  }

  std::uint64_t number(std::size_t member, unsigned bytes) const {
    llvm::Type* const type = llvm::Type::getIntNTy(table_->getContext(), 8 * bytes);
    const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(load(member, type));
    require(value != nullptr, "simt_module: a number is no constant");
    return value->getZExtValue();
  }
  Address pointer(std::size_t member) const {
    llvm::Type* const byte = llvm::Type::getInt8Ty(table_->getContext());
    return address_of(load(member, llvm::PointerType::getUnqual(byte)), layout());
  }
  bool is_null(std::size_t member) const {
    return llvm::isa<llvm::ConstantPointerNull>(pointer(member).base);
  }
  std::string text(std::size_t member) const {
    const auto text = text_at(pointer(member));
    require(text.has_value(), "simt_module: a name is no text");
    return *text;
  }
  template <class T>
  std::vector<Row> rows(std::size_t member, std::uint64_t count) const {
    std::vector<Row> found;
    if (count == 0) return found;
    const Address address = pointer(member);
    const auto* const table = llvm::dyn_cast<llvm::GlobalVariable>(address.base);
    require(table != nullptr && address.offset == 0 && count <= bytes_of(*table) / sizeof(T),
            "simt_module: an array is shorter than its count");
    for (std::uint64_t i = 0; i < count; ++i) found.emplace_back(*table, i * sizeof(T));
    return found;
  }
  std::uint64_t bytes_of(const llvm::GlobalVariable& variable) const {
    return layout().getTypeAllocSize(variable.getValueType());
  }

 private:
  const llvm::DataLayout& layout() const { return table_->getParent()->getDataLayout(); }

  const llvm::Constant* load(std::size_t member, llvm::Type* type) const {
    const std::uint64_t at = begin_ + member;
    require(at + layout().getTypeStoreSize(type) <= bytes_of(*table_), "simt_module: a table is too short");
    auto* const whole = const_cast<llvm::Constant*>(table_->getInitializer());
    const auto* const value = llvm::ConstantFoldLoadFromConst(whole, type, llvm::APInt(64, at), layout());
    require(value != nullptr, "simt_module: a table is not laid out as the contract says");
    return value;
  }

  const llvm::GlobalVariable* table_;
  std::uint64_t begin_;
};

Tables::Place place_in(const Row& row, const std::vector<Row>& files) {
  const std::uint64_t kind = row.number(offsetof(abi::Place, kind), 1);
  const std::uint64_t width = row.number(offsetof(abi::Place, width), 1);
  require(kind <= static_cast<unsigned>(abi::PlaceKind::intrinsic) &&
              row.number(offsetof(abi::Place, atomic_form), 1) <= 2,
          "simt_module: a place is of no known kind");
  Tables::Place place{static_cast<abi::PlaceKind>(kind), width, ""};
  require(place.kind > abi::PlaceKind::atomic || (width <= 16 && llvm::isPowerOf2_64(width)),
          "simt_module: a place is of an odd width");
  if (!row.is_null(offsetof(abi::Place, array))) row.text(offsetof(abi::Place, array));
  const std::uint64_t file = row.number(offsetof(abi::Place, file), 4);
  const std::uint64_t line = row.number(offsetof(abi::Place, line), 4);
  if (line != 0 && file < files.size()) place.where = files[file].text(0) + ":" + std::to_string(line);
  return place;
}

constexpr unsigned kDeepest = 32;  // structures in structures

std::vector<std::uint64_t> check_parameters(const std::vector<Row>& rows, unsigned depth) {
  require(depth < kDeepest, "simt_module: a parameter holds itself");
  std::vector<std::uint64_t> bytes;
  for (const Row& row : rows) {
    row.text(offsetof(abi::Parameter, name));
    row.text(offsetof(abi::Parameter, type));
    bytes.push_back(row.number(offsetof(abi::Parameter, bytes), 4));
    const std::uint64_t count = row.number(offsetof(abi::Parameter, member_count), 4);
    check_parameters(row.rows<abi::Parameter>(offsetof(abi::Parameter, members), count), depth + 1);
  }
  return bytes;
}

void read_kernel(const Row& row, Tables& tables) {
  row.text(offsetof(abi::Kernel, name));
  row.text(offsetof(abi::Kernel, written));
  const Address entry = row.pointer(offsetof(abi::Kernel, entry));
  const auto* const function = llvm::dyn_cast<llvm::Function>(entry.base);
  require(function != nullptr && !function->isDeclaration() && entry.offset == 0,
          "simt_module: a kernel's entry is no function of the module");
  const std::uint64_t count = row.number(offsetof(abi::Kernel, parameter_count), 4);
  Tables::Kernel kernel;
  kernel.parameter_bytes =
      check_parameters(row.rows<abi::Parameter>(offsetof(abi::Kernel, parameters), count), 0);
  kernel.has_fence = (row.number(offsetof(abi::Kernel, flags), 4) & abi::kHasFence) != 0;
  const auto known = tables.kernels.emplace(function, kernel).first;
  require(
      known->second.parameter_bytes == kernel.parameter_bytes && known->second.has_fence == kernel.has_fence,
      "simt_module: a kernel is described in two ways");
}

void read_variable(const Row& row, Tables& tables, std::set<const llvm::Value*>& seen) {
  row.text(offsetof(abi::Variable, name));
  const Address address = row.pointer(offsetof(abi::Variable, address));
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(address.base);
  require(variable != nullptr && address.offset == 0 && seen.insert(variable).second &&
              row.number(offsetof(abi::Variable, bytes), 8) == row.bytes_of(*variable),
          "simt_module: a variable is not as large as the table says");
  const bool may_be_stored = row.number(offsetof(abi::Variable, constant), 1) == 0 &&
                             row.number(offsetof(abi::Variable, read_only), 1) == 0;
  require(!may_be_stored || !variable->isConstant(), "simt_module: a constant is said to be writable");
  if (!may_be_stored) tables.read_only.insert(variable);
}

}  // namespace

std::optional<std::string> text_at(const Address& address) {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(address.base);
  if (variable == nullptr || !variable->isConstant() || !variable->hasDefinitiveInitializer() ||
      address.offset < 0)
    return std::nullopt;
  const llvm::Constant* const value = variable->getInitializer();
  const auto offset = static_cast<std::uint64_t>(address.offset);
  if (value->isNullValue() && value->getType()->isArrayTy() &&
      offset < value->getType()->getArrayNumElements())
    return "";
  const auto* const text = llvm::dyn_cast<llvm::ConstantDataSequential>(value);
  if (text == nullptr || !text->isCString() || offset >= text->getNumElements()) return std::nullopt;
  return text->getAsCString().substr(offset).str();
}

Tables read_tables(const llvm::Module& module) {
  const llvm::GlobalVariable* const table = module.getNamedGlobal("simt_module");
  require(table != nullptr, "the module has no table simt_module");
  const Row all(*table, 0);
  Tables tables;
  require(all.number(offsetof(abi::Module, version), 4) == abi::kVersion, "simt_module: another version");
  all.text(offsetof(abi::Module, compiler));
  all.text(offsetof(abi::Module, source));
  const auto count = [&](std::size_t member) { return all.number(member, 4); };
  const auto files =
      all.rows<const char*>(offsetof(abi::Module, files), count(offsetof(abi::Module, file_count)));
  for (const Row& file : files) file.text(0);
  const std::uint64_t place_count = count(offsetof(abi::Module, place_count));
  require(place_count <= abi::kMostPlaces, "simt_module: more places than a log entry can name");
  for (const Row& row : all.rows<abi::Place>(offsetof(abi::Module, places), place_count))
    tables.places.push_back(place_in(row, files));
  for (const Row& row :
       all.rows<abi::Kernel>(offsetof(abi::Module, kernels), count(offsetof(abi::Module, kernel_count))))
    read_kernel(row, tables);
  // The machine sets so much memory aside as is before the dynamic array, and the most that one may have.
  constexpr std::uint64_t kMostShared = std::uint64_t{1} << 30U;
  const std::uint64_t dynamic = all.number(offsetof(abi::Module, dynamic_shared_offset), 8);
  require(dynamic <= kMostShared, "simt_module: too much shared memory");
  std::uint64_t end = 0;
  for (const Row& row : all.rows<abi::SharedArray>(offsetof(abi::Module, shared_arrays),
                                                   count(offsetof(abi::Module, shared_array_count)))) {
    row.text(offsetof(abi::SharedArray, name));
    const Tables::Range array{row.number(offsetof(abi::SharedArray, offset), 8),
                              row.number(offsetof(abi::SharedArray, bytes), 8)};
    require(array.begin >= end && array.begin <= dynamic && array.bytes <= dynamic - array.begin,
            "simt_module: a shared array lies outside of shared memory, or in another one");
    end = array.begin + array.bytes;
    tables.shared_arrays.push_back(array);
  }
  std::set<const llvm::Value*> variables;
  for (const Row& row : all.rows<abi::Variable>(offsetof(abi::Module, variables),
                                                count(offsetof(abi::Module, variable_count))))
    read_variable(row, tables, variables);
  return tables;
}

}  // namespace simt_verifier
