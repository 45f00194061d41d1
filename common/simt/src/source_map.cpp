#include "source_map.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <unordered_map>

#include "debug_scopes.h"
#include "machine_headers.h"
#include "signature_reader.h"
#include "struct_layouts.h"

namespace simt {
namespace {

// The last component of a C++ name: "k(float*)::tile" is "tile" to the person who wrote it.
std::string short_name(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? demangled.get() : symbol;
  const auto colons = name.rfind("::");
  if (colons != std::string::npos) name.erase(0, colons + 2);
  return name;
}

// clang leaves off the folder that it was called in.
std::string absolute(const char* file, const char* folder) {
  if (file[0] == '/' || folder == nullptr) return file;
  return std::string(folder) + "/" + file;
}

// Compilers give line 0 to instructions that belong to no line in particular: the line before them is meant.
SourceLine line_in_table(Dwfl_Module* module, std::uintptr_t address) {
  constexpr std::uintptr_t kReach = 256;  // bytes of code to look back
  for (std::uintptr_t back = 0; back < kReach; ++back) {
    Dwfl_Line* const record = dwfl_module_getsrc(module, address - back);
    int line = 0;
    const char* const file =
        record == nullptr ? nullptr : dwfl_lineinfo(record, nullptr, &line, nullptr, nullptr, nullptr);
    if (file != nullptr && line > 0)
      return {absolute(file, dwfl_line_comp_dir(record)), static_cast<unsigned>(line)};
  }
  return {};
}

// libdw hands out scopes as an array from malloc, innermost first.
struct Scopes {
  Dwarf_Die* dies = nullptr;
  int count = 0;

  Scopes() = default;
  ~Scopes() { std::free(dies); }
  Scopes(const Scopes&) = delete;
  Scopes& operator=(const Scopes&) = delete;
};

struct Section {
  std::string name;
  bool writable = false;
};

Section section_of(Elf* elf, std::size_t index) {
  std::size_t names = 0;
  GElf_Shdr header;
  Elf_Scn* const section = elf_getscn(elf, index);
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr || elf_getshdrstrndx(elf, &names) != 0)
    return {};
  return {elf_strptr(elf, names, header.sh_name), (header.sh_flags & SHF_WRITE) != 0};
}

// Where an inlined function was called.
SourceLine call_site(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0;
  Dwarf_Word line = 0;
  dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file);
  dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line);
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count) return {};
  const char* const name = dwarf_filesrc(files, file, nullptr, nullptr);
  if (name == nullptr) return {"", static_cast<unsigned>(line)};
  const char* const folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  return {absolute(name, folder), static_cast<unsigned>(line)};
}

// A copy that nobody wrote: its line is the struct's, and says nothing.
bool is_implicit(Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  bool implicit = false;
  return dwarf_formflag(dwarf_attr_integrate(inlined, DW_AT_artificial, &attribute), &implicit) == 0 &&
         implicit;
}

}  // namespace

struct SourceMap::Session {
  mutable std::mutex mutex;  // libdw is not thread-safe
  Dwfl* dwfl = nullptr;
  Dwfl_Module* module = nullptr;
  std::unordered_map<std::uintptr_t, SourceLine> lines;  // asked for before: every launch asks again

  std::unordered_map<std::uintptr_t, SourceLine> definitions;

  SourceLine read_line(std::uintptr_t address) const;
  SourceLine read_definition(std::uintptr_t address) const;
};

SourceMap::SourceMap(const std::string& path, std::uintptr_t bias) : session_(std::make_unique<Session>()) {
  static char* no_debug_path = nullptr;
  static const Dwfl_Callbacks callbacks{dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                        dwfl_offline_section_address, &no_debug_path};
  session_->dwfl = dwfl_begin(&callbacks);
  dwfl_report_begin(session_->dwfl);
  session_->module = dwfl_report_elf(session_->dwfl, path.c_str(), path.c_str(), -1, bias, true);
  dwfl_report_end(session_->dwfl, nullptr, nullptr);
}

SourceMap::~SourceMap() { dwfl_end(session_->dwfl); }

SourceLine SourceMap::line_before(std::uintptr_t return_address) const { return line_at(return_address - 1); }

SourceLine SourceMap::line_at(std::uintptr_t address) const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  if (session_->module == nullptr) return {};
  const auto [known, is_new] = session_->lines.try_emplace(address);
  if (is_new) known->second = session_->read_line(address);
  return known->second;
}

SourceLine SourceMap::Session::read_line(std::uintptr_t address) const {
  SourceLine place = line_in_table(module, address);

  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(module, address, &bias);
  if (unit == nullptr) return place;
  auto innermost = innermost_scope_at(unit, address - bias);
  if (!innermost) return place;
  Scopes enclosing;  // as inlined here, not where the functions were defined
  enclosing.count = dwarf_getscopes_die(&*innermost, &enclosing.dies);
  for (int i = 0; i < enclosing.count; ++i) {
    if (dwarf_tag(&enclosing.dies[i]) != DW_TAG_inlined_subroutine) continue;
    if (!is_machine_header(place.file) && !is_implicit(&enclosing.dies[i])) break;
    place = call_site(unit, &enclosing.dies[i]);
  }
  return place;
}

// By the line table an empty function begins where it ends for g++, and at its name for clang++.
SourceLine SourceMap::definition_at(std::uintptr_t address) const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  if (session_->module == nullptr) return {};
  const auto [known, is_new] = session_->definitions.try_emplace(address);
  if (is_new) known->second = session_->read_definition(address);
  return known->second;
}

SourceLine SourceMap::Session::read_definition(std::uintptr_t address) const {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(module, address, &bias);
  auto function = unit == nullptr ? std::nullopt : function_at(unit, address - bias);
  int line = 0;
  if (!function || dwarf_decl_line(&*function, &line) != 0) return read_line(address);
  const char* const file = dwarf_decl_file(&*function);
  if (file == nullptr) return read_line(address);
  Dwarf_Attribute attribute;
  const char* const folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  return {absolute(file, folder), static_cast<unsigned>(line)};
}

std::vector<NamedArray> SourceMap::arrays_before(std::uintptr_t return_address) const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  const std::uintptr_t address = return_address - 1;
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit =
      session_->module == nullptr ? nullptr : dwfl_module_addrdie(session_->module, address, &bias);
  auto innermost = unit == nullptr ? std::nullopt : innermost_scope_at(unit, address - bias);
  std::vector<NamedArray> arrays;
  if (!innermost) return arrays;
  Scopes enclosing;
  enclosing.count = dwarf_getscopes_die(&*innermost, &enclosing.dies);
  for (int i = 0; i < enclosing.count; ++i) {
    const auto declared = arrays_declared_in(&enclosing.dies[i]);
    arrays.insert(arrays.end(), declared.begin(), declared.end());
  }
  return arrays;
}

std::size_t SourceMap::saved_below_frame(std::uintptr_t return_address) const {
  // System V ABI, 3.2.1: what a function keeps for its caller, by DWARF's numbers: rbx, r12 to r15. The frame
  // pointer lies 16 bytes below the canonical frame address.
  constexpr int kKept[] = {3, 12, 13, 14, 15};
  constexpr std::ptrdiff_t kFramePointer = -16;
  const std::lock_guard<std::mutex> lock(session_->mutex);
  Dwarf_Addr bias = 0;
  Dwarf_CFI* const rules =
      session_->module == nullptr ? nullptr : dwfl_module_eh_cfi(session_->module, &bias);
  Dwarf_Frame* found = nullptr;
  // Where nothing is known all of them may lie there.
  if (rules == nullptr || dwarf_cfi_addrframe(rules, return_address - 1 - bias, &found) != 0)
    return sizeof(std::uintptr_t) * std::size(kKept);
  const std::unique_ptr<Dwarf_Frame, void (*)(void*)> frame(found, std::free);
  std::ptrdiff_t lowest = kFramePointer;
  for (const int number : kKept) {
    Dwarf_Op memory[3];
    Dwarf_Op* place = nullptr;
    std::size_t steps = 0;
    if (dwarf_frame_register(frame.get(), number, memory, &place, &steps) != 0 || steps != 2) continue;
    if (place[0].atom == DW_OP_call_frame_cfa && place[1].atom == DW_OP_plus_uconst)
      lowest = std::min(lowest, static_cast<std::ptrdiff_t>(place[1].number));
  }
  return static_cast<std::size_t>(kFramePointer - lowest);
}

Signature SourceMap::signature_at(std::uintptr_t address) const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit =
      session_->module == nullptr ? nullptr : dwfl_module_addrdie(session_->module, address, &bias);
  return unit == nullptr ? Signature{} : read_signature(unit, address - bias);
}

std::pair<std::uintptr_t, std::uintptr_t> SourceMap::section(const std::string& name) const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  Dwarf_Addr bias = 0;
  Elf* const elf = session_->module == nullptr ? nullptr : dwfl_module_getelf(session_->module, &bias);
  std::size_t names = 0;
  if (elf == nullptr || elf_getshdrstrndx(elf, &names) != 0) return {0, 0};
  for (Elf_Scn* part = elf_nextscn(elf, nullptr); part != nullptr; part = elf_nextscn(elf, part)) {
    GElf_Shdr header;
    if (gelf_getshdr(part, &header) == nullptr || name != elf_strptr(elf, names, header.sh_name)) continue;
    return {header.sh_addr + bias, header.sh_addr + bias + header.sh_size};
  }
  return {0, 0};
}

std::vector<ThreadLocalArray> SourceMap::thread_local_arrays() const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  std::vector<ThreadLocalArray> arrays;
  const int symbols = session_->module == nullptr ? 0 : dwfl_module_getsymtab(session_->module);
  for (int i = 0; i < symbols; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;  // not asked for: a thread-local symbol has none, its value is an offset
    GElf_Word section = 0;
    const char* const name =
        dwfl_module_getsym_info(session_->module, i, &symbol, &address, &section, nullptr, nullptr);
    if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_TLS || section == SHN_UNDEF) continue;
    arrays.push_back({short_name(name), symbol.st_value, symbol.st_size});
  }
  std::sort(arrays.begin(), arrays.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return arrays;
}

std::map<std::size_t, std::size_t> SourceMap::smallest_alignments() const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  if (session_->module == nullptr) return {};
  return simt::smallest_alignments(session_->module);
}

std::vector<ModuleVariable> SourceMap::variables() const {
  const std::lock_guard<std::mutex> lock(session_->mutex);
  std::vector<ModuleVariable> variables;
  const int symbols = session_->module == nullptr ? 0 : dwfl_module_getsymtab(session_->module);
  for (int i = 0; i < symbols; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    GElf_Word section = 0;
    Elf* elf = nullptr;
    const char* const name =
        dwfl_module_getsym_info(session_->module, i, &symbol, &address, &section, &elf, nullptr);
    if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || section == SHN_UNDEF ||
        section >= SHN_LORESERVE || symbol.st_size == 0) {
      continue;
    }
    const Section in = section_of(elf, section);
    const bool is_ours = in.name.rfind(".simt_", 0) == 0 || in.name == ".rodata";
    if (!is_ours || std::string(name) == "simt_module_stamp") continue;
    const bool constant = in.name == ".simt_constant";
    variables.push_back({short_name(name), address, symbol.st_size, constant, in.writable});
  }
  const auto in_order = [](const auto& a, const auto& b) { return a.address < b.address; };
  std::sort(variables.begin(), variables.end(), in_order);
  return variables;
}

}  // namespace simt
