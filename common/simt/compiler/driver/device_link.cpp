#include "driver/device_link.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "driver/commands.h"
#include "front/kernels.h"

namespace simtcc {
namespace {

constexpr const char* kRegister = "__cudaRegisterLinkedBinary";
constexpr const char* kSection = "__nv_relfatbin";

template <class Value>
Value value_of(llvm::Expected<Value> expected, const std::string& file) {
  if (!expected)
    throw std::runtime_error("cannot read " + file + ": " + llvm::toString(expected.takeError()));
  return std::move(*expected);
}

class Reader {
 public:
  void add(const std::string& file) {
    auto binary = llvm::object::createBinary(file);
    if (!binary)
      return llvm::consumeError(binary.takeError());  // a linker's script, say: its errors are the linker's
    if (const auto* const archive = llvm::dyn_cast<llvm::object::Archive>(binary->getBinary())) {
      add_archive(*archive, file);
    } else if (const auto* const object = llvm::dyn_cast<llvm::object::ObjectFile>(binary->getBinary())) {
      add_object(*object, file);
    }
  }

  std::vector<DevicePart> unlinked() {
    parts_.erase(std::remove_if(parts_.begin(), parts_.end(),
                                [&](const DevicePart& part) { return linked_.count(part.id) != 0; }),
                 parts_.end());
    return std::move(parts_);
  }

 private:
  void add_archive(const llvm::object::Archive& archive, const std::string& file) {
    llvm::Error error = llvm::Error::success();
    for (const llvm::object::Archive::Child& child : archive.children(error)) {
      auto member = child.getAsBinary();
      if (!member) {  // another kind of file, which the linker passes over as well
        llvm::consumeError(member.takeError());
        continue;
      }
      const std::string name = file + "(" + value_of(child.getName(), file).str() + ")";
      if (const auto* const object = llvm::dyn_cast<llvm::object::ObjectFile>(member->get()))
        add_object(*object, name);
    }
    if (error) throw std::runtime_error("cannot read " + file + ": " + llvm::toString(std::move(error)));
  }

  void add_object(const llvm::object::ObjectFile& object, const std::string& name) {
    const std::string bitcode = device_code(object, name);
    for (const llvm::object::SymbolRef& symbol : object.symbols()) {
      llvm::StringRef id_of_part = value_of(symbol.getName(), name);
      if (!id_of_part.consume_front(kRegister)) continue;
      const std::string id = id_of_part.str();
      const bool is_wanted = (value_of(symbol.getFlags(), name) & llvm::object::SymbolRef::SF_Undefined) != 0;
      if (!is_wanted) {
        linked_.insert(id);
      } else if (known_.insert(id).second) {
        if (bitcode.compare(0, 2, "BC") != 0) {
          throw std::runtime_error(name +
                                   " has device code that simtcc did not make: compile it with simtcc, too");
        }
        parts_.push_back({id, bitcode, name});
      }
    }
  }

  static std::string device_code(const llvm::object::ObjectFile& object, const std::string& name) {
    for (const llvm::object::SectionRef& section : object.sections()) {
      if (value_of(section.getName(), name) != kSection) continue;
      const llvm::StringRef contents = value_of(section.getContents(), name);
      constexpr std::size_t kWord = 4;  // of bitcode; clang adds a byte 0
      return contents.substr(0, contents.size() / kWord * kWord).str();
    }
    return "";
  }

  std::vector<DevicePart> parts_;
  std::set<std::string> known_;
  std::set<std::string> linked_;
};

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
  return value_of(llvm::parseBitcodeFile((*text)->getMemBufferRef(), context), path);
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

std::string defined_twice(const llvm::Module& part, const llvm::Module& all) {
  for (const llvm::GlobalValue& value : part.global_values()) {
    const llvm::GlobalValue* const other = all.getNamedValue(value.getName());
    const auto is_strong = [](const llvm::GlobalValue& one) {
      return !one.isDeclaration() && one.hasExternalLinkage();
    };
    if (other != nullptr && is_strong(value) && is_strong(*other)) {
      return "`" + short_name(value.getName()) + "` is defined in " + part.getSourceFileName() +
             " and in another file that is linked with it: define it in one, and declare it `extern __device__` in the others";
    }
  }
  return "";
}

}  // namespace

std::vector<DevicePart> unlinked_parts(const std::vector<std::string>& files) {
  Reader reader;
  for (const std::string& file : files) reader.add(file);
  return reader.unlinked();
}

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
    if (const std::string problem = defined_twice(*part, *all); !problem.empty())
      throw std::runtime_error(problem);
    const std::string name = part->getSourceFileName();
    if (llvm::Linker::linkModules(*all, std::move(part)))
      throw std::runtime_error("the device code of " + name + " cannot be linked with the other files'");
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
    text += "extern \"C\" void " + std::string(kRegister) + parts[i].id +
            "(void (*add)(void**), void*, void*, void (*)(void*)) { ";
    text += module.empty() ? "(void)add; }\n"
                           : "add(simt_register_part(handle(), \"" + part_suffix(i) + "\")); }\n";
  }
  return text;
}

}  // namespace simtcc
