#include "driver/object_files.h"

#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/CRC.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <stdexcept>

#include "contract/module_abi.h"
#include "llvm.h"

namespace simtcc {
namespace {

constexpr const char* kSection = "__nv_relfatbin";

// In front of a part's bitcode. Another version of either number may mean something else by the same code.
struct PartHeader {
  std::array<char, 8> magic{'S', 'I', 'M', 'T', 'P', 'A', 'R', 'T'};
  std::uint32_t version = simt::abi::kVersion;
  std::uint32_t llvm = LLVM_VERSION_MAJOR;
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;
  std::uint32_t unused = 0;
};

std::uint32_t checksum_of(llvm::StringRef bytes) { return llvm::crc32(llvm::arrayRefFromStringRef(bytes)); }

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw std::runtime_error(file + " " + what);
}

template <class Value>
Value value_of(llvm::Expected<Value> expected, const std::string& file) {
  if (!expected)
    refuse(file, "is damaged (" + llvm::toString(expected.takeError()) + "): make it again from its source");
  return std::move(*expected);
}

// Calls visit(object, name) for each object file in the archive.
template <class Visit>
void each_member(const llvm::object::Archive& archive, const std::string& file, Visit visit) {
  llvm::Error error = llvm::Error::success();
  for (const llvm::object::Archive::Child& child : archive.children(error)) {
    auto member = child.getAsBinary();
    if (!member) {  // another kind of file, which the linker passes over as well
      llvm::consumeError(member.takeError());
      continue;
    }
    const std::string name = file + "(" + value_of(child.getName(), file).str() + ")";
    if (const auto* const object = llvm::dyn_cast<llvm::object::ObjectFile>(member->get()))
      visit(*object, name);
  }
  if (error)
    refuse(file, "is damaged (" + llvm::toString(std::move(error)) + "): make it again from its objects");
}

void check_object(const llvm::object::ObjectFile& object, const std::string& name) {
  for (const llvm::object::SectionRef& section : object.sections()) {
    value_of(section.getName(), name);
    if (!section.isVirtual()) value_of(section.getContents(), name);
  }
  for (const llvm::object::SymbolRef& symbol : object.symbols()) {
    value_of(symbol.getName(), name);
    value_of(symbol.getFlags(), name);
  }
}

// A library may be a text that names others: GNU ld, "File Commands".
bool is_linker_script(llvm::StringRef text) {
  for (const char* const command : {"INPUT", "GROUP", "OUTPUT_FORMAT"}) {
    if (text.find(command) != llvm::StringRef::npos) return true;
  }
  return false;
}

class Reader {
 public:
  void add(const std::string& file) {
    auto binary = llvm::object::createBinary(file);
    if (!binary)
      return llvm::consumeError(binary.takeError());  // a linker's script, say: its errors are the linker's
    if (const auto* const archive = llvm::dyn_cast<llvm::object::Archive>(binary->getBinary())) {
      each_member(*archive, file, [&](const auto& object, const auto& name) { add_object(object, name); });
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
  void add_object(const llvm::object::ObjectFile& object, const std::string& name) {
    for (const llvm::object::SymbolRef& symbol : object.symbols()) {
      llvm::StringRef id_of_part = value_of(symbol.getName(), name);
      if (!id_of_part.consume_front(kRegistersPart)) continue;
      const std::string id = id_of_part.str();
      const bool is_wanted = (value_of(symbol.getFlags(), name) & llvm::object::SymbolRef::SF_Undefined) != 0;
      if (!is_wanted) {
        linked_.insert(id);
      } else if (known_.insert(id).second) {
        parts_.push_back({id, bitcode_in(object, name), name});
      }
    }
  }

  static std::string bitcode_in(const llvm::object::ObjectFile& object, const std::string& name) {
    llvm::StringRef contents;
    for (const llvm::object::SectionRef& section : object.sections()) {
      if (value_of(section.getName(), name) == kSection) contents = value_of(section.getContents(), name);
    }
    const PartHeader own;
    PartHeader header;
    const bool has_header = contents.size() >= sizeof(header);
    if (has_header) std::memcpy(&header, contents.data(), sizeof(header));
    const bool is_bare = begins_with(contents, "BC");  // as simtcc wrote it before there were headers
    if (!has_header || (header.magic != own.magic && !is_bare))
      refuse(name, "has device code that simtcc did not make: compile it with simtcc, too");
    if (is_bare || header.version != own.version || header.llvm != own.llvm)
      refuse(name, "was compiled by another version of simtcc: compile it again");
    const llvm::StringRef bitcode = contents.substr(sizeof(header), header.bytes);
    if (bitcode.size() != header.bytes || checksum_of(bitcode) != header.checksum)
      refuse(name, "is damaged (its device code is not what simtcc wrote): compile it again");
    return bitcode.str();
  }

  std::vector<DevicePart> parts_;
  std::set<std::string> known_;
  std::set<std::string> linked_;
};

}  // namespace

void check_linked_file(const std::string& file) {
  const auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!text) throw std::runtime_error("cannot read " + file + ": " + text.getError().message());
  const llvm::StringRef bytes = (*text)->getBuffer();
  if (bytes.empty()) refuse(file, "is empty: make it again from its source");
  const llvm::file_magic kind = llvm::identify_magic(bytes);
  if (kind == llvm::file_magic::bitcode) return;  // of -flto
  if (kind == llvm::file_magic::unknown) {
    if (!ends_with(file, ".o") && is_linker_script(bytes)) return;
    refuse(file, std::string("is no ") + (ends_with(file, ".o") ? "object file" : "library") +
                     ": make it again from its source");
  }
  const auto binary = value_of(llvm::object::createBinary((*text)->getMemBufferRef()), file);
  if (const auto* const archive = llvm::dyn_cast<llvm::object::Archive>(binary.get())) {
    each_member(*archive, file, check_object);
  } else if (const auto* const object = llvm::dyn_cast<llvm::object::ObjectFile>(binary.get())) {
    check_object(*object, file);
  }
}

std::vector<DevicePart> unlinked_parts(const std::vector<std::string>& files) {
  Reader reader;
  for (const std::string& file : files) reader.add(file);
  return reader.unlinked();
}

std::string bytes_of_part(llvm::ArrayRef<char> bitcode) {
  const llvm::StringRef bytes(bitcode.data(), bitcode.size());
  PartHeader header;
  header.bytes = bytes.size();
  header.checksum = checksum_of(bytes);
  std::string text(sizeof(header), '\0');
  std::memcpy(text.data(), &header, sizeof(header));
  return text + bytes.str();
}

}  // namespace simtcc
