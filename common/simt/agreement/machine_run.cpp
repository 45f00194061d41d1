#include "machine_run.h"

#include <ffi.h>

#include <cstring>
#include <memory>

namespace agreement {
namespace {

using simt_tools::Argument;
using simt_tools::ElementType;

ffi_type* type_of_scalar(ElementType type) {
  switch (type) {
    case ElementType::i8:
      return &ffi_type_sint8;
    case ElementType::u8:
      return &ffi_type_uint8;
    case ElementType::i16:
      return &ffi_type_sint16;
    case ElementType::u16:
      return &ffi_type_uint16;
    case ElementType::i32:
      return &ffi_type_sint32;
    case ElementType::u32:
      return &ffi_type_uint32;
    case ElementType::i64:
      return &ffi_type_sint64;
    case ElementType::u64:
      return &ffi_type_uint64;
    case ElementType::f32:
      return &ffi_type_float;
    case ElementType::f64:
      return &ffi_type_double;
    case ElementType::f16:
    case ElementType::bf16:
      break;
  }
  throw FileError(std::string("no case passes a scalar of type ") + simt_tools::name_of(type));
}

// The arguments of one call, in the machine's global memory, and the call itself.
class Call {
 public:
  Call(const std::vector<Argument>& arguments, simt::Machine& machine) {
    values_.reserve(arguments.size());
    for (const Argument& argument : arguments) add(argument, machine);
    for (auto& value : values_) addresses_.push_back(value.data());
    if (ffi_prep_cif(&interface_, FFI_DEFAULT_ABI, static_cast<unsigned>(types_.size()), &ffi_type_void,
                     types_.data()) != FFI_OK)
      throw FileError("the kernel's parameters cannot be passed");
  }

  void make(void* kernel) {
    ffi_call(&interface_, reinterpret_cast<void (*)()>(kernel), nullptr, addresses_.data());
  }

 private:
  void add(const Argument& argument, simt::Machine& machine) {
    if (argument.kind == Argument::Kind::scalar) {
      types_.push_back(type_of_scalar(argument.type));
      values_.push_back(argument.bytes);
      return;
    }
    if (argument.kind == Argument::Kind::texture) throw FileError("the machine has no textures yet");
    const std::size_t width = simt_tools::size_of(argument.type);
    const std::size_t bytes = argument.elements * width;
    const std::string name =
        argument.name.empty() ? "argument " + std::to_string(types_.size() + 1) : argument.name;
    void* const memory = machine.allocate(bytes, name, width);
    if (argument.written) {
      std::memcpy(memory, argument.bytes.data(), bytes);
      machine.mark_written(memory, bytes);
    }
    types_.push_back(&ffi_type_pointer);
    values_.emplace_back(sizeof memory);
    std::memcpy(values_.back().data(), &memory, sizeof memory);
  }

  std::vector<ffi_type*> types_;
  std::vector<std::vector<std::uint8_t>> values_;
  std::vector<void*> addresses_;
  ffi_cif interface_{};
};

simt::Dim3 dim3_of(const Shape& shape) { return {shape[0], shape[1], shape[2]}; }

}  // namespace

simt::LaunchReport run_on_machine(const Case& c, const std::string& modules) {
  const std::string path = modules + "/" + module_name(c) + ".so";
  const simt::Module module(path);
  void* const kernel = module.find(c.kernel);
  if (kernel == nullptr) throw FileError(c.place + ": " + c.source + " has no kernel " + c.kernel);
  simt::Machine machine;
  Call call(arguments_of(c), machine);
  const simt::LaunchShape shape{dim3_of(c.grid), dim3_of(c.block), c.dynamic_shared_bytes};
  return machine.launch(module, shape, [&] { call.make(kernel); });
}

}  // namespace agreement
