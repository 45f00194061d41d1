// Memory for the marks of buffers: where the marks lie, and in which pages.
#include "memory/shadow_pages.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "memory/arena.h"

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

// The flags of the mapping that holds an address (proc(5), VmFlags); "" where the system does not tell.
std::string flags_of_mapping(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool is_wanted = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = '\0';
    std::istringstream words(line);
    if (words >> std::hex >> begin >> dash >> end && dash == '-') is_wanted = begin <= wanted && wanted < end;
    if (is_wanted && line.rfind("VmFlags:", 0) == 0) return line;
  }
  return "";
}

TEST(ShadowPages, MarksOfLargerElementsLieCloseTogether) {
  const simt::ShadowPages pages(kMiB, 0);
  const simt::Shadow of_bytes = pages.shadow(kMiB, 0);
  const simt::Shadow of_ints = pages.shadow(kMiB, 2);
  EXPECT_EQ(of_bytes.reads - of_bytes.writes, static_cast<std::ptrdiff_t>(kMiB) + 1);
  EXPECT_EQ(of_ints.reads - of_ints.writes, static_cast<std::ptrdiff_t>(kMiB / 4) + 1);
  EXPECT_EQ(of_ints.other_reads - of_ints.reads, of_ints.reads - of_ints.writes);
  EXPECT_EQ(of_ints.writes, of_bytes.writes);
}

TEST(ShadowPages, AreKeptWhenABufferIsDescribedAnew) {
  simt::Arena arena;
  void* const buffer = arena.allocate(kMiB, "buffer", 1);
  const auto first_mark = [&] { return arena.find(reinterpret_cast<std::uintptr_t>(buffer))->shadow.writes; };
  const std::uint64_t* const of_bytes = first_mark();
  arena.describe(buffer, "ints", sizeof(int));
  EXPECT_EQ(first_mark(), of_bytes);
  arena.describe(buffer, "bytes", 1);
  EXPECT_EQ(first_mark(), of_bytes);
}

// Room for marks of 64 Mi single bytes, 1.5 GiB, is too much for huge pages; what marks of ints need is not.
TEST(ShadowPages, AreHugeWhereWhatTheBufferHoldsIsKnown) {
  simt::Arena arena;
  void* const buffer = arena.allocate(64 * kMiB, "buffer", 1);
  const auto flags = [&] {
    return flags_of_mapping(arena.find(reinterpret_cast<std::uintptr_t>(buffer))->shadow.writes);
  };
  if (flags().empty() || !std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    GTEST_SKIP() << "this system has no huge pages, or does not tell";
  EXPECT_EQ(flags().find(" hg"), std::string::npos);
  arena.describe(buffer, "ints", sizeof(int));
  EXPECT_NE(flags().find(" hg"), std::string::npos);
}

}  // namespace
