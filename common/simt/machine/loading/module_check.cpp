#include "loading/module_check.h"

#include <algorithm>
#include <string>

#include "simt/request.h"

namespace simt {
namespace {

// Structures in structures, and all that one module describes.
constexpr unsigned kDeepest = 32;
constexpr std::size_t kMostParameters = 1'000'000;
// The machine sets so much memory aside as is before the dynamic array, and the most that one may have.
constexpr std::uint64_t kMostShared = std::uint64_t{1} << 30U;

class TableCheck {
 public:
  explicit TableCheck(const Module::Image& image) : image_(image), table_(*image.table) {}

  void run() {
    text(table_.compiler, "the compiler's name");
    text(table_.source, "the source's name");
    for (const char* const& file : rows(table_.files, table_.file_count, "files"))
      text(file, "a file's name");
    require(table_.place_count <= abi::kMostPlaces, "more places than a log entry can name");
    for (const abi::Place& place : rows(table_.places, table_.place_count, "places")) check(place);
    for (const abi::Kernel& kernel : rows(table_.kernels, table_.kernel_count, "kernels")) check(kernel);
    check_shared_arrays();
    check_variables();
  }

 private:
  template <class T>
  struct Rows {
    const T* first;
    std::uint32_t count;
    const T* begin() const { return first; }
    const T* end() const { return first + count; }
  };

  [[noreturn]] void refuse(const std::string& problem) const {
    throw Error(image_.path + ": broken module: " + problem + ": build it again with simtcc");
  }
  void require(bool holds, const char* problem) const {
    if (!holds) refuse(problem);
  }

  bool is_here(const void* begin, std::uint64_t bytes) const {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    return std::any_of(image_.segments.begin(), image_.segments.end(),
                       [&](const Module::Image::Range& segment) {
                         return segment.holds(address) && bytes <= segment.end - address;
                       });
  }
  template <class T>
  Rows<T> rows(const T* first, std::uint32_t count, const char* what) const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(first) % alignof(T) == 0;
    if (count != 0 && !(is_aligned && is_here(first, std::uint64_t{count} * sizeof(T))))
      refuse(std::string(what) + " are outside of the module");
    return {first, count};
  }
  void text(const char* begin, const char* what) const {
    if (image_.text_at(reinterpret_cast<std::uintptr_t>(begin)) == nullptr)
      refuse(std::string(what) + " is no text of the module");
  }

  void check(const abi::Place& place) const {
    require(place.kind <= abi::PlaceKind::computed &&
                place.atomic_form <= static_cast<unsigned>(AtomicForm::once),
            "a place is of no known kind");
    // The places of a loop come before the one of its rounds.
    const auto number = static_cast<std::uint32_t>(&place - image_.table->places);
    require(place.round == abi::kNoPlace || (place.round > number && place.round < image_.table->place_count),
            "a place is in a loop that does not end behind it");
    const unsigned width = place.width;
    const bool is_copied =
        place.kind == abi::PlaceKind::copy_source || place.kind == abi::PlaceKind::copy_target;
    const unsigned least = is_copied ? 4 : 1;
    require((place.kind > abi::PlaceKind::atomic && !is_copied) ||
                (width >= least && width <= 16 && (width & (width - 1)) == 0),
            "a place is of an odd width");
    require(place.instruction <= static_cast<unsigned>(Instruction::matrix4) &&
                (place.instruction == 0 || (width == 16 && place.kind <= abi::PlaceKind::store)),
            "a place is of no known instruction");
    if (place.array != nullptr) text(place.array, "an array's name");
  }

  void check(const abi::Kernel& kernel) {
    text(kernel.name, "a kernel's name");
    text(kernel.written, "a kernel's name");
    require(image_.code.holds(reinterpret_cast<std::uintptr_t>(kernel.entry)), "a kernel is no code");
    require(kernel.vector == nullptr || image_.code.holds(reinterpret_cast<std::uintptr_t>(kernel.vector)),
            "a kernel is no code");
    require(kernel.frame_bytes >= sizeof(abi::Frame) && kernel.frame_bytes % 64 == 0 &&
                kernel.frame_bytes <= abi::kMostKeptBytes,
            "a kernel's lanes keep too much, or nothing");
    for (const auto& parameter : rows(kernel.parameters, kernel.parameter_count, "a kernel's parameters"))
      check(parameter, 0);
    rows(kernel.unused_loads, kernel.unused_load_count, "a kernel's unused loads");
  }

  void check(const abi::Parameter& parameter, unsigned depth) {
    require(depth < kDeepest && ++parameters_ <= kMostParameters, "a parameter holds itself");
    text(parameter.name, "a parameter's name");
    text(parameter.type, "a parameter's type");
    constexpr auto kEnd = static_cast<std::uint8_t>(TypeKind::kCount);
    require(parameter.kind < kEnd && parameter.pointee_kind < kEnd, "a parameter is of no known kind");
    for (const auto& member : rows(parameter.members, parameter.member_count, "a parameter's members")) {
      require(member.offset <= parameter.bytes && member.bytes <= parameter.bytes - member.offset,
              "a member lies outside of its structure");
      check(member, depth + 1);
    }
  }

  void check_shared_arrays() const {
    require(table_.dynamic_shared_offset <= kMostShared, "too much shared memory");
    std::uint64_t end = 0;
    for (const auto& array : rows(table_.shared_arrays, table_.shared_array_count, "shared arrays")) {
      text(array.name, "a shared array's name");
      require(array.offset >= end && array.offset <= table_.dynamic_shared_offset &&
                  array.bytes <= table_.dynamic_shared_offset - array.offset,
              "a shared array lies outside of shared memory, or in another one");
      end = array.offset + array.bytes;
    }
  }

  void check_variables() const {
    for (const auto& variable : rows(table_.variables, table_.variable_count, "variables")) {
      text(variable.name, "a variable's name");
      text(variable.symbol, "a variable's linker name");
      require(is_here(variable.address, variable.bytes), "a variable lies outside of the module");
      const bool may_change = variable.constant == 0 && variable.read_only == 0;
      require(!may_change ||
                  std::none_of(image_.constants.begin(), image_.constants.end(),
                               [&](const Module::Image::Range& range) {
                                 return range.holds(reinterpret_cast<std::uintptr_t>(variable.address));
                               }),
              "a constant is said to be writable");
    }
  }

  const Module::Image& image_;
  const abi::Module& table_;
  std::size_t parameters_ = 0;
};

}  // namespace

void check_table(const Module::Image& image) { TableCheck(image).run(); }

}  // namespace simt
