#include "driver/device_link.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include <stdexcept>

#include "driver/commands.h"
#include "front/kernels.h"
#include "front/source_lines.h"

namespace simtcc {
namespace {

// Itanium C++ ABI, "Mangling": L stands before the name of what has internal linkage. "_ZL5table", "_ZN1nL5tableE"
bool is_of_one_file(llvm::StringRef name) {
  if (name.find("_GLOBAL__N_") != llvm::StringRef::npos) return true;  // an unnamed namespace
  if (!name.consume_front("_ZN")) return name.consume_front("_ZL");
  unsigned length = 0;
  while (!name.consumeInteger(10, length)) name = name.drop_front(length);
  return name.consume_front("L");
}

std::unique_ptr<llvm::Module> read_part(const std::string& path, llvm::LLVMContext& context) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) throw std::runtime_error("cannot read " + path);
  auto part = llvm::parseBitcodeFile((*text)->getMemBufferRef(), context);
  if (!part) throw std::runtime_error("cannot read " + path + ": " + llvm::toString(part.takeError()));
  return std::move(*part);
}

// Host code registers kernels and variables by their names, so two files' must differ. LLVM's linker leaves out what is local
// and used by nobody, as a kernel is.
void rename_locals(llvm::Module& part, const llvm::Module& all, std::size_t number) {
  const auto rename = [&](llvm::GlobalValue& value) {
    if (!value.hasInternalLinkage()) return;
    if (all.getNamedValue(value.getName()) != nullptr) value.setName(value.getName() + part_suffix(number));
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  };
  for (llvm::Function& function : part) rename(function);
  for (llvm::GlobalVariable& variable : part.globals()) rename(variable);
}

SourcePlace place_of_definition(const llvm::GlobalValue& value) {
  if (const auto* const function = llvm::dyn_cast<llvm::Function>(&value)) return place_of(*function);
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) return place_of(*variable);
  return {value.getParent()->getSourceFileName(), 1, 1};
}

void refuse_defined_twice(const llvm::Module& part, const llvm::Module& all) {
  for (const llvm::GlobalValue& value : part.global_values()) {
    const llvm::GlobalValue* const other = all.getNamedValue(value.getName());
    const auto is_strong = [](const llvm::GlobalValue& one) {
      return !one.isDeclaration() && one.hasExternalLinkage();
    };
    if (other != nullptr && is_strong(value) && is_strong(*other)) {
      throw Refused(
          place_of_definition(value),
          "`" + short_name(value.getName()) +
              "` is defined here and in another file that is linked with this one: define it in one, and declare it "
              "`extern __device__` in the others");
    }
  }
}

}  // namespace

void make_part(llvm::Module& module, const std::string& source) {
  module.setSourceFileName(source);
  for (llvm::GlobalObject& object : module.global_objects()) {
    if (object.isDeclaration() || !is_of_one_file(object.getName())) continue;
    object.setComdat(nullptr);
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

std::string part_suffix(std::size_t part) { return ".part" + std::to_string(part); }

std::unique_ptr<llvm::Module> link_bitcode(const std::vector<std::string>& files,
                                           llvm::LLVMContext& context) {
  std::unique_ptr<llvm::Module> all = read_part(files.front(), context);
  for (std::size_t i = 1; i < files.size(); ++i) {
    std::unique_ptr<llvm::Module> part = read_part(files[i], context);
    rename_locals(*part, *all, i);
    refuse_defined_twice(*part, *all);
    const std::string name = part->getSourceFileName();
    if (llvm::Linker::linkModules(*all, std::move(part)))
      throw Refused({name, 1, 1}, "its device code cannot be linked with the other files'");
  }
  return all;
}

std::string registration_source(const std::vector<DevicePart>& parts, const std::string& module) {
  std::string text;
  if (!module.empty()) {
    text +=
        "extern \"C\" void** __cudaRegisterFatBinary(const void*);\n"
        "extern \"C\" void** simt_register_part(void**, const char*);\n"
        "asm(\".section .nv_fatbin,\\\"a\\\",@progbits\\n.balign 16\\nsimt_linked_kernels:\\n.incbin \\\"" +
        module +
        "\\\"\\n.previous\");\n"
        "extern const char linked_kernels[] asm(\"simt_linked_kernels\");\n"
        "namespace {\n"
        "struct FatBinary { int magic; int version; const void* bytes; void* unused; };\n"
        "const FatBinary binary{0x466243b1, 1, linked_kernels, nullptr};\n"
        "void** handle() { static void** const one = __cudaRegisterFatBinary(&binary); return one; }\n"
        "}\n";
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += "extern \"C\" void " + std::string(kRegistersPart) + parts[i].id +
            "(void (*add)(void**), void*, void*, void (*)(void*)) { ";
    text += module.empty() ? "(void)add; }\n"
                           : "add(simt_register_part(handle(), \"" + part_suffix(i) + "\")); }\n";
  }
  return text;
}

}  // namespace simtcc
