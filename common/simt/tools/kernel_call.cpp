#include "kernel_call.h"

#include <cstring>
#include <stdexcept>

namespace simt_tools {
namespace {

ffi_type* integer_type(std::size_t bytes, bool is_signed) {
  switch (bytes) {
    case 1:
      return is_signed ? &ffi_type_sint8 : &ffi_type_uint8;
    case 2:
      return is_signed ? &ffi_type_sint16 : &ffi_type_uint16;
    case 4:
      return is_signed ? &ffi_type_sint32 : &ffi_type_uint32;
    case 8:
      return is_signed ? &ffi_type_sint64 : &ffi_type_uint64;
    default:
      return nullptr;
  }
}

ffi_type* type_of(const simt::Parameter& parameter) {
  switch (parameter.kind) {
    case simt::TypeKind::pointer:
      return &ffi_type_pointer;
    case simt::TypeKind::floating:
      return parameter.bytes == 4 ? &ffi_type_float : parameter.bytes == 8 ? &ffi_type_double : nullptr;
    case simt::TypeKind::integer:
      return integer_type(parameter.bytes, true);
    case simt::TypeKind::unsigned_integer:
    case simt::TypeKind::boolean:
      return integer_type(parameter.bytes, false);
    default:
      return nullptr;
  }
}

}  // namespace

KernelCall::KernelCall(void* function, const simt::Signature& signature,
                       const std::vector<ArgumentBytes>& arguments)
    : function_(reinterpret_cast<void (*)()>(function)), storage_(arguments.size()) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    types_.push_back(type_of(signature.parameters.at(i)));
    if (types_.back() == nullptr || arguments[i].size() > sizeof(std::uint64_t)) {
      throw std::invalid_argument("a parameter of type " + signature.parameters[i].type +
                                  " cannot be passed");
    }
    std::memcpy(&storage_[i], arguments[i].data(), arguments[i].size());
  }
  for (std::uint64_t& word : storage_) values_.push_back(&word);
  if (ffi_prep_cif(&interface_, FFI_DEFAULT_ABI, static_cast<unsigned>(types_.size()), &ffi_type_void,
                   types_.data()) != FFI_OK) {
    throw std::invalid_argument("libffi cannot call a kernel " + simt::text_of(signature));
  }
}

void KernelCall::operator()() const { ffi_call(&interface_, function_, nullptr, values_.data()); }

}  // namespace simt_tools
