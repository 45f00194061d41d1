#include "loading/module.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "loading/module_check.h"

namespace simt {
namespace {

// A module loaded from memory has only the path of its descriptor, which leads to no file.
std::string real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> resolved(realpath(path.c_str(), nullptr), std::free);
  if (resolved == nullptr && access(path.c_str(), R_OK) == 0) return path;
  if (resolved == nullptr) throw Error(path + ": no such module; build it with simtcc");
  return resolved.get();
}

Parameter parameter_of(const abi::Parameter& given) {
  Parameter parameter;
  parameter.name = given.name;
  parameter.type = given.type;
  parameter.kind = static_cast<TypeKind>(given.kind);
  parameter.bytes = given.bytes;
  parameter.pointee = static_cast<TypeKind>(given.pointee_kind);
  parameter.pointee_bytes = given.pointee_bytes;
  parameter.points_to_const = given.points_to_const != 0;
  parameter.offset = given.offset;
  for (std::uint32_t i = 0; i < given.member_count; ++i)
    parameter.members.push_back(parameter_of(given.members[i]));
  return parameter;
}

// Every byte equals the one before it, and the first is 0.
bool is_zero(const abi::Variable& variable) {
  const auto* const begin = static_cast<const unsigned char*>(variable.address);
  return variable.bytes == 0 || (begin[0] == 0 && std::memcmp(begin, begin + 1, variable.bytes - 1) == 0);
}

template <class Is>
Variable variable_where(const abi::Module& table, const Is& is_wanted) {
  for (std::uint32_t i = 0; i < table.variable_count; ++i) {
    const abi::Variable& variable = table.variables[i];
    if (is_wanted(variable)) return {variable.address, variable.bytes};
  }
  return {};
}

}  // namespace

Module::Image::Image(const std::string& file)
    : path(real_path(file)), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw Error(path + ": not a module of this machine: " + dlerror());
  try {
    read_segments();
    read_table();
    keep_variables();
  } catch (...) {
    dlclose(handle_);
    throw;
  }
}

Module::Image::~Image() { dlclose(handle_); }

void Module::Image::read_table() {
  table = static_cast<const abi::Module*>(dlsym(handle_, "simt_module"));
  if (table == nullptr) throw Error(path + ": not a module: it was not built by simtcc");
  if (table->version != abi::kVersion) {
    throw Error(path + ": built for machine version " + std::to_string(table->version) +
                ", this is version " + std::to_string(abi::kVersion) + ": build it again with simtcc");
  }
  check_table(*this);
  for (std::uint32_t i = 0; i < table->kernel_count; ++i) {
    const abi::Kernel& given = table->kernels[i];
    Kernel kernel;
    kernel.name = given.name;
    kernel.written = given.written;
    kernel.definition = line_in(given.file, given.line);
    for (std::uint32_t p = 0; p < given.parameter_count; ++p)
      kernel.signature.parameters.push_back(parameter_of(given.parameters[p]));
    kernel.most_threads = given.most_threads;
    kernel.code = &given;
    kernels.push_back(std::move(kernel));
  }
}

void Module::Image::read_segments() {
  link_map* map = nullptr;
  dlinfo(handle_, RTLD_DI_LINKMAP, &map);
  const auto visit = [](dl_phdr_info* info, std::size_t, void* self) {
    auto& image = *static_cast<Image*>(self);
    if (image.path != info->dlpi_name) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD) continue;
      const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      const Range range{begin, begin + segment.p_memsz};
      image.segments.push_back(range);
      if ((segment.p_flags & PF_X) != 0) image.code = range;
      if ((segment.p_flags & PF_W) == 0) image.constants.push_back(range);
    }
    return 1;
  };
  dl_iterate_phdr(visit, this);
}

void Module::Image::keep_variables() {
  for (std::uint32_t i = 0; i < table->variable_count; ++i) {
    const abi::Variable& variable = table->variables[i];
    const auto* const begin = static_cast<const unsigned char*>(variable.address);
    initial_.emplace_back(begin, begin + (is_zero(variable) ? 0 : variable.bytes));
  }
}

// Only variables that have changed are written: a large variable that nobody used takes no memory, and a
// `const` one may be in memory that cannot be written.
void Module::Image::restore_variables() const {
  for (std::uint32_t i = 0; i < table->variable_count; ++i) {
    const abi::Variable& variable = table->variables[i];
    const std::vector<unsigned char>& initial = initial_[i];
    if (initial.empty()) {
      if (!is_zero(variable)) std::memset(variable.address, 0, variable.bytes);
    } else if (std::memcmp(variable.address, initial.data(), initial.size()) != 0) {
      std::memcpy(variable.address, initial.data(), initial.size());
    }
  }
}

const char* Module::Image::text_at(std::uintptr_t address) const {
  for (const Range& range : constants) {
    if (!range.holds(address)) continue;
    const char* const text = reinterpret_cast<const char*>(address);
    return strnlen(text, range.end - address) < range.end - address ? text : nullptr;
  }
  return nullptr;
}

SourceLine Module::Image::line_in(std::uint32_t file, std::uint32_t line) const {
  if (line == 0 || file >= table->file_count) return {};
  return {table->files[file], line};
}

SourceLine Module::Image::line_of(std::uint32_t place) const {
  if (place >= table->place_count) return {};
  return line_in(table->places[place].file, table->places[place].line);
}

Module::Module(const std::string& path) : image_(std::make_shared<const Image>(path)) {}

std::string Module::path() const { return image_->path; }
std::string Module::compiler() const { return image_->table->compiler; }
std::string Module::source() const { return image_->table->source; }
std::vector<std::string> Module::files() const {
  return {image_->table->files, image_->table->files + image_->table->file_count};
}
const std::vector<Kernel>& Module::kernels() const { return image_->kernels; }

const Kernel* Module::find(const std::string& name) const {
  for (const Kernel& kernel : image_->kernels) {
    if (kernel.name == name || kernel.written == name) return &kernel;
  }
  return nullptr;
}

void Module::restore_variables() const { image_->restore_variables(); }

Variable Module::find_variable(const std::string& name) const {
  return variable_where(*image_->table, [&](const abi::Variable& variable) { return variable.name == name; });
}

Variable Module::find_symbol(const std::string& symbol) const {
  return variable_where(*image_->table,
                        [&](const abi::Variable& variable) { return variable.symbol == symbol; });
}

}  // namespace simt
