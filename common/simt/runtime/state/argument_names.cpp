#include "state/argument_names.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace cudart {
namespace {

// What one launch's parameters say about an allocation.
struct Description {
  std::string name;
  std::string element;
  std::size_t element_bytes = 0;
};
using Descriptions = std::map<Allocation*, Description>;

// "const float*" points to "float".
std::string pointee_of(std::string type) {
  const auto drop = [&](const std::string& word) {
    if (const std::size_t at = type.find(word); at != std::string::npos) type.erase(at, word.size());
  };
  drop("const ");
  drop("volatile ");
  if (!type.empty() && type.back() == '*') type.pop_back();
  return type.empty() || type.find('*') != std::string::npos ? "" : type;
}

// If two parameters view one allocation, the smaller elements count, so that neighbours among them are not
// taken for one element.
void describe(Description& known, const std::string& name, const simt::Parameter& parameter) {
  const std::size_t bytes = std::max<std::size_t>(1, parameter.pointee_bytes);
  if (known.name.empty()) {
    known = {name, pointee_of(parameter.type), bytes};
    return;
  }
  known.name += ", " + name;
  if (bytes < known.element_bytes) {
    known.element = pointee_of(parameter.type);
    known.element_bytes = bytes;
  }
}

// A pointer, or the pointers in a struct that is passed by value.
void describe_argument(DeviceMemory& memory, const simt::Parameter& parameter, const std::string& name,
                       const unsigned char* bytes, Descriptions& found) {
  for (const simt::Parameter& member : parameter.members)
    describe_argument(memory, member, name + "." + member.name, bytes + member.offset, found);
  if (!parameter.is_pointer()) return;
  void* pointer = nullptr;
  std::memcpy(&pointer, bytes, sizeof pointer);
  if (Allocation* const allocation = memory.find(pointer)) describe(found[allocation], name, parameter);
}

}  // namespace

ArraySizes name_arguments(DeviceMemory& memory, const simt::Signature& signature,
                          const void* const* arguments) {
  Descriptions found;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const simt::Parameter& parameter = signature.parameters[i];
    describe_argument(memory, parameter, parameter.name, static_cast<const unsigned char*>(arguments[i]),
                      found);
  }
  ArraySizes sizes;
  for (const auto& [allocation, description] : found) {
    memory.describe(*allocation, description.name, description.element, description.element_bytes);
    sizes[description.name] = allocation->bytes;
  }
  for (const auto& [begin, allocation] : memory.allocations())
    sizes.emplace(allocation.name, allocation.bytes);
  return sizes;
}

}  // namespace cudart
