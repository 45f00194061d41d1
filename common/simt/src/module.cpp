#include "module.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <tuple>

// The C library's own: address of a variable in a module's thread-local block, which it allocates at first
// use.
extern "C" void* __tls_get_addr(std::size_t index[2]);  // NOLINT(bugprone-reserved-identifier,cert-dcl37-c)

namespace simt {
namespace {

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> resolved(realpath(path.c_str(), nullptr), std::free);
  if (resolved == nullptr) throw Error(path + ": no such module; build it with simtcc");
  return resolved.get();
}

}  // namespace

Module::Image::Image(const std::string& file)
    : path(real_path(file)), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw Error(path + ": not a module of this machine: " + dlerror());
  try {
    stamp = static_cast<const SimtModuleStamp*>(find("simt_module_stamp"));
    if (stamp == nullptr) throw Error(path + ": not a module: it was not built by simtcc");
    if (stamp->version != SIMT_MODULE_VERSION) {
      throw Error(path + ": built for machine version " + std::to_string(stamp->version) +
                  ", this is version " + std::to_string(SIMT_MODULE_VERSION) +
                  ": build it again with simtcc");
    }
    const std::string compiler = stamp->compiler;
    if (compiler.rfind("g++ ", 0) != 0 && compiler.rfind("clang++ ", 0) != 0) {
      throw Error(path + ": built by " + compiler +
                  ", whose memory accesses nobody has checked: build it with g++ or clang++");
    }
    read_segments();
    sources = std::make_unique<SourceMap>(path, bias_);
    std::tie(kernels.begin, kernels.end) = sources->section(".text");
    read_shared_arrays();
    read_variables();
    struct_alignments = sources->smallest_alignments();
  } catch (...) {
    dlclose(handle_);
    throw;
  }
}

Module::Image::~Image() { dlclose(handle_); }

void* Module::Image::find(const std::string& name) const { return dlsym(handle_, name.c_str()); }

void Module::Image::read_segments() {
  link_map* map = nullptr;
  dlinfo(handle_, RTLD_DI_LINKMAP, &map);
  dlinfo(handle_, RTLD_DI_TLS_MODID, &tls_module_);
  bias_ = map->l_addr;
  const auto visit = [](dl_phdr_info* info, std::size_t, void* self) {
    auto& image = *static_cast<Image*>(self);
    if (info->dlpi_addr != image.bias_ || image.path != info->dlpi_name) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      const Range range{image.bias_ + segment.p_vaddr, image.bias_ + segment.p_vaddr + segment.p_memsz};
      if (segment.p_type == PT_TLS) {
        image.tls_bytes_ = segment.p_memsz;
        image.tls_has_initialisers_ = segment.p_filesz > 0;
      } else if (segment.p_type == PT_LOAD) {
        ((segment.p_flags & PF_X) != 0   ? image.code
         : (segment.p_flags & PF_W) != 0 ? image.data
                                         : image.constants) = range;
      }
    }
    return 1;
  };
  dl_iterate_phdr(visit, this);
}

void Module::Image::read_shared_arrays() {
  if (tls_has_initialisers_) {
    throw Error(std::string(stamp->source) +
                ": a __shared__ variable has an initialiser; CUDA does not allow one");
  }
  for (auto& array : sources->thread_local_arrays()) {
    if (array.offset + array.bytes <= tls_bytes_ && array.bytes == SIMT_DYNAMIC_SHARED_CAPACITY) {
      has_dynamic_shared = true;  // several extern arrays are one piece of memory, as on the GPU
      dynamic_shared_offset = array.offset;
    } else {
      static_arrays.push_back(array);
    }
  }
}

void Module::Image::read_variables() {
  std::size_t cells = 0;
  for (const auto& variable : sources->variables()) {
    Region region;
    region.begin = variable.address;
    region.end = variable.address + variable.bytes;
    region.name = variable.name;
    region.element_bytes = Region::kUnknown;
    region.space = variable.constant ? Space::constant : Space::global;
    region.writable = variable.writable && !variable.constant;
    region.shadow.granule_shift = GlobalShadow::shift_for(variable.bytes % 4 == 0 ? 4 : 1);
    variables.push_back(region);
    cells += variable.bytes >> region.shadow.granule_shift;
  }
  shadow_.resize(cells);
  ShadowCell* next = shadow_.data();
  for (Region& region : variables) {
    region.shadow.cells = next;
    next += (region.end - region.begin) >> region.shadow.granule_shift;
  }
}

const Region* Module::Image::variable_at(std::uintptr_t address) const {
  const auto after =
      std::upper_bound(variables.begin(), variables.end(), address,
                       [](std::uintptr_t wanted, const Region& region) { return wanted < region.begin; });
  if (after == variables.begin()) return nullptr;
  return address < std::prev(after)->end ? &*std::prev(after) : nullptr;
}

std::uintptr_t Module::Image::shared_begin() const {
  if (tls_bytes_ == 0) return 0;
  std::size_t index[2] = {tls_module_, 0};
  return reinterpret_cast<std::uintptr_t>(__tls_get_addr(index));
}

Module::Module(const std::string& path) : image_(std::make_shared<const Image>(path)) {}

std::string Module::path() const { return image_->path; }
std::string Module::compiler() const { return image_->stamp->compiler; }
std::string Module::source() const { return image_->stamp->source; }
Variable Module::find_variable(const std::string& name) const {
  for (const Region& region : image_->variables) {
    if (region.name == name) return {reinterpret_cast<void*>(region.begin), region.end - region.begin};
  }
  return {};
}
void* Module::find(const std::string& name) const { return image_->find(name); }
SourceLine Module::definition_of(const void* function) const {
  return image_->sources->definition_at(reinterpret_cast<std::uintptr_t>(function));
}

Signature Module::signature_of(const void* function) const {
  return image_->sources->signature_at(reinterpret_cast<std::uintptr_t>(function));
}

}  // namespace simt
