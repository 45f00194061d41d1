#include "back/module_tables.h"

#include <algorithm>
#include <map>
#include <set>

#include "contract/module_abi.h"
#include "passes/unused_loads.h"

namespace simtcc {
namespace {

// Constants laid out as C++ lays out the structures of module_abi.h: members in order, each aligned to its
// size.
class TableWriter {
 public:
  explicit TableWriter(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  llvm::Constant* number(std::uint64_t value, unsigned bytes) {
    return llvm::ConstantInt::get(llvm::Type::getIntNTy(context_, bytes * 8), value);
  }
  llvm::Constant* u8(std::uint64_t value) { return number(value, 1); }
  llvm::Constant* u16(std::uint64_t value) { return number(value, 2); }
  llvm::Constant* u32(std::uint64_t value) { return number(value, 4); }
  llvm::Constant* u64(std::uint64_t value) { return number(value, 8); }

  llvm::Constant* pointer(llvm::Constant* to) {
    return llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(to, byte_pointer(context_));
  }
  llvm::Constant* null() { return llvm::ConstantPointerNull::get(byte_pointer(context_)); }

  llvm::Constant* text(const std::string& value) {
    llvm::Constant*& known = texts_[value];
    if (known == nullptr) known = pointer(variable(llvm::ConstantDataArray::getString(context_, value)));
    return known;
  }

  llvm::Constant* structure(llvm::ArrayRef<llvm::Constant*> members) {
    return llvm::ConstantStruct::getAnon(context_, members);
  }

  // The address of an array of structures; null where there are none.
  llvm::Constant* array(llvm::ArrayRef<llvm::Constant*> elements) {
    if (elements.empty()) return null();
    auto* const type = llvm::ArrayType::get(elements.front()->getType(), elements.size());
    return pointer(variable(llvm::ConstantArray::get(type, elements)));
  }

  llvm::GlobalVariable* variable(llvm::Constant* value) {
    return new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value,
                                    "simt.table");
  }

  std::uint32_t file(const std::string& path) {
    const auto [known, is_new] = files_.try_emplace(path, static_cast<std::uint32_t>(file_names_.size()));
    if (is_new) file_names_.push_back(path);
    return known->second;
  }
  const llvm::Module& module() const { return module_; }
  const std::vector<std::string>& files() const { return file_names_; }

 private:
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  std::map<std::string, llvm::Constant*> texts_;
  std::map<std::string, std::uint32_t> files_;
  std::vector<std::string> file_names_;
};

std::uint64_t at_most_16_bits(unsigned value) { return std::min<unsigned>(value, UINT16_MAX); }

std::uint64_t cycles_of(const PlaceRecord& place, unsigned chain) {
  using simt::abi::PlaceKind;
  const bool accesses =
      place.kind == PlaceKind::load || place.kind == PlaceKind::store || place.kind == PlaceKind::atomic;
  return at_most_16_bits(cycles_alone(place.issue, chain, accesses));
}

llvm::Constant* place_table(TableWriter& writer, const Places& places) {
  std::vector<llvm::Constant*> rows;
  for (const PlaceRecord& place : places.all()) {
    const auto joined = [&](std::size_t i) {
      return writer.u32(i < place.joined_lines.size() ? place.joined_lines[i] : 0);
    };
    rows.push_back(writer.structure(
        {writer.u32(writer.file(place.where.file)),
         writer.u32(place.where.line),
         writer.u8(static_cast<std::uint8_t>(place.kind)),
         writer.u8(place.width),
         writer.u8(place.flags),
         writer.u8(place.atomic_form),
         writer.u32(place.array_bytes),
         writer.u32(place.load_waits),
         writer.u8(place.instruction),
         writer.u8(place.is_predicated ? 1 : 0),
         writer.u16(place.padding),
         writer.u16(at_most_16_bits(place.level)),
         writer.u16(at_most_16_bits(place.arrival == 0 ? simt::abi::next_step(place.level) : place.arrival)),
         writer.u16(at_most_16_bits(place.issue.slots)),
         writer.u16(
             cycles_of(place, place.waits_for_loads() ? place.issue.behind_loads : place.issue.latency)),
         writer.u16(at_most_16_bits(place.issue.spills.stores)),
         writer.u16(at_most_16_bits(place.issue.spills.loads)),
         writer.u16(at_most_16_bits(place.issue.spills.frame)),
         writer.u16(place.round),
         writer.u16(at_most_16_bits(place.issue.unit)),
         writer.u16(cycles_of(place, place.waits_for_loads() ? place.issue.latency : 0)),
         place.array.empty() ? writer.null() : writer.text(place.array),
         writer.u32(place.stored_value),
         joined(0),
         joined(1),
         joined(2)}));
  }
  return writer.array(rows);
}

llvm::Constant* parameter_row(TableWriter& writer, const KernelParameter& parameter, bool stored) {
  std::vector<llvm::Constant*> members;
  for (const KernelParameter& member : parameter.members)
    members.push_back(parameter_row(writer, member, stored));
  return writer.structure({writer.text(parameter.name), writer.text(parameter.type),
                           writer.u32(parameter.bytes), writer.u8(parameter.kind),
                           writer.u8(parameter.pointee_kind), writer.u8(parameter.points_to_const ? 1 : 0),
                           writer.u8(stored ? 1 : 0), writer.u32(parameter.pointee_bytes),
                           writer.u32(parameter.offset), writer.array(members), writer.u32(members.size())});
}

llvm::Constant* parameter_table(TableWriter& writer, const AnnouncedKernel& announced) {
  std::vector<llvm::Constant*> rows;
  for (std::size_t i = 0; i < announced.kernel.parameters.size(); ++i) {
    const bool stored = announced.facts.stored_arguments.count(static_cast<unsigned>(i)) != 0;
    rows.push_back(parameter_row(writer, announced.kernel.parameters[i], stored));
  }
  return writer.array(rows);
}

std::uint64_t static_shared_bytes(const SharedLayout& shared, const FunctionFacts& facts) {
  std::uint64_t bytes = 0;
  for (const SharedLayout::Array& array : shared.arrays) {
    if (facts.shared_arrays.count(array.variable) == 0) continue;
    const std::uint64_t alignment = std::min<std::uint64_t>(16, std::max(1U, array.element_bytes));
    bytes = (bytes + alignment - 1) / alignment * alignment + array.bytes;
  }
  return bytes;
}

// Each line once.
llvm::Constant* unused_load_table(TableWriter& writer, const std::vector<SourcePlace>& places,
                                  std::size_t& lines) {
  std::set<std::pair<std::string, unsigned>> seen;
  std::vector<llvm::Constant*> rows;
  for (const SourcePlace& place : places) {
    if (seen.emplace(place.file, place.line).second)
      rows.push_back(writer.structure({writer.u32(writer.file(place.file)), writer.u32(place.line)}));
  }
  lines = rows.size();
  return writer.array(rows);
}

llvm::Constant* kernel_table(TableWriter& writer, const ModuleContents& contents) {
  std::vector<llvm::Constant*> rows;
  for (const AnnouncedKernel& announced : contents.kernels) {
    const KernelFunction& kernel = announced.kernel;
    const std::uint32_t flags = (announced.facts.has_barrier ? simt::abi::kHasBarrier : 0) |
                                (announced.facts.has_fence ? simt::abi::kHasFence : 0) |
                                (announced.facts.has_device_fence ? simt::abi::kHasDeviceFence : 0) |
                                (announced.facts.uses_heap ? simt::abi::kUsesHeap : 0) |
                                (announced.facts.stores_anywhere ? simt::abi::kStoresAnywhere : 0) |
                                (announced.facts.tells_blocks ? simt::abi::kTellsBlocks : 0) |
                                (announced.facts.works_in_place ? simt::abi::kWorksInPlace : 0) |
                                (announced.facts.waits_for_threads ? simt::abi::kWaitsForThreads : 0) |
                                (contents.shared.in_lockstep ? simt::abi::kInLockstep : 0);
    llvm::Constant* const parameters = parameter_table(writer, announced);
    std::size_t unused_lines = 0;
    llvm::Constant* const unused =
        unused_load_table(writer, unused_loads_of(writer.module(), kernel.name), unused_lines);
    for (const std::string& written : kernel.written) {
      rows.push_back(writer.structure(
          {writer.text(kernel.name), writer.text(written), writer.u32(writer.file(kernel.place.file)),
           writer.u32(kernel.place.line), writer.pointer(announced.entry), parameters,
           writer.u32(kernel.parameters.size()), writer.u32(flags), writer.u32(kernel.most_threads),
           writer.u32(static_shared_bytes(contents.shared, announced.facts)),
           writer.u32(std::min(kernel.most_registers, announced.facts.registers)),
           writer.u32(announced.facts.registers), unused, writer.u32(unused_lines), writer.u32(0),
           writer.u32(0), writer.null()}));
    }
  }
  return writer.array(rows);
}

std::size_t kernel_rows(const ModuleContents& contents) {
  std::size_t rows = 0;
  for (const AnnouncedKernel& announced : contents.kernels) rows += announced.kernel.written.size();
  return rows;
}

llvm::Constant* shared_table(TableWriter& writer, const SharedLayout& shared) {
  std::vector<llvm::Constant*> rows;
  for (const SharedLayout::Array& array : shared.arrays) {
    rows.push_back(writer.structure({writer.text(array.name), writer.u64(array.offset),
                                     writer.u64(array.bytes), writer.u32(array.element_bytes)}));
  }
  return writer.array(rows);
}

std::vector<llvm::Constant*> variable_rows(llvm::Module& module, TableWriter& writer,
                                           const ModuleContents& contents) {
  std::set<const llvm::GlobalVariable*> stored;
  for (const AnnouncedKernel& announced : contents.kernels)
    stored.insert(announced.facts.stored_variables.begin(), announced.facts.stored_variables.end());
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    const bool is_memory = !variable.isDeclaration() && variable.getAddressSpace() != kSharedSpace;
    if (is_memory && !begins_with(variable.getName(), "simt.")) variables.push_back(&variable);
  }
  std::vector<llvm::Constant*> rows;
  for (llvm::GlobalVariable* variable : variables) {
    const std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable->getValueType());
    const bool is_constant = contents.constants.count(variable) != 0;
    rows.push_back(
        writer.structure({writer.text(short_name(variable->getName())),
                          writer.text(variable->getName().str()), writer.pointer(variable), writer.u64(bytes),
                          writer.u32(element_bytes_of(*variable)), writer.u8(is_constant ? 1 : 0),
                          writer.u8(stored.count(variable)), writer.u8(variable->isConstant() ? 1 : 0)}));
  }
  return rows;
}

}  // namespace

void write_tables(llvm::Module& module, const ModuleContents& contents) {
  TableWriter writer(module);
  const std::vector<llvm::Constant*> variables = variable_rows(module, writer, contents);
  llvm::Constant* const variable_table = writer.array(variables);
  llvm::Constant* const places = place_table(writer, contents.places);
  llvm::Constant* const kernels = kernel_table(writer, contents);
  std::vector<llvm::Constant*> files;
  for (const std::string& file : writer.files()) files.push_back(writer.text(file));
  llvm::Constant* const table = writer.structure(
      {writer.u32(simt::abi::kVersion), writer.text("clang " LLVM_VERSION_STRING),
       writer.text(contents.source), writer.array(files), writer.u32(files.size()),
       writer.u32(contents.places.all().size()), places, kernels, shared_table(writer, contents.shared),
       variable_table, writer.u32(kernel_rows(contents)), writer.u32(contents.shared.arrays.size()),
       writer.u32(variables.size()), writer.u32(contents.shared.has_dynamic ? 1 : 0),
       writer.u64(contents.shared.dynamic_offset)});
  auto* const exported = new llvm::GlobalVariable(module, table->getType(), true,
                                                  llvm::GlobalValue::ExternalLinkage, table, "simt_module");
  exported->setAlignment(llvm::Align(8));
}

}  // namespace simtcc
