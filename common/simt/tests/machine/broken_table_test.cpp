// What the machine does not believe of a module's table: it refuses the module, and reads nothing that is not
// the module's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "simt/machine.h"

namespace {

struct Broken {
  const char* name;  // broken_table_module.cpp
  const char* says;
};

std::string error_of(const char* broken) {
  setenv("BROKEN_TABLE", broken, 1);
  try {
    const simt::Module module(HAND_WRITTEN_MODULES "/broken_table.so");
  } catch (const simt::Error& error) {
    return error.what();
  }
  return "";
}

class BrokenTable : public testing::TestWithParam<Broken> {};

TEST_P(BrokenTable, IsRefused) {
  const std::string said = error_of(GetParam().name);
  EXPECT_NE(said.find(GetParam().says), std::string::npos) << said;
  EXPECT_NE(said.find("broken_table.so: broken module: "), std::string::npos) << said;
  EXPECT_NE(said.find("build it again with simtcc"), std::string::npos) << said;
}

const Broken kBroken[] = {
    {"places_too_many", "places"},
    {"places_elsewhere", "places"},
    {"place_kind", "a place is of no known kind"},
    {"place_form", "a place is of no known kind"},
    {"place_instruction", "a place is of no known instruction"},
    {"place_width", "a place is of an odd width"},
    {"place_wide", "a place is of an odd width"},
    {"array_name", "an array's name"},
    {"files_elsewhere", "files"},
    {"compiler_name", "the compiler's name"},
    {"kernel_name", "a kernel's name"},
    {"kernel_code", "a kernel is no code"},
    {"parameters_too_many", "a kernel's parameters"},
    {"parameter_kind", "a parameter is of no known kind"},
    {"parameter_name", "a parameter's type"},
    {"parameter_in_itself", "a parameter holds itself"},
    {"parameters_without_end", "a parameter holds itself"},
    {"member_outside", "outside of its structure"},
    {"shared_overlap", "a shared array lies outside"},
    {"shared_outside", "a shared array lies outside"},
    {"shared_endless", "too much shared memory"},
    {"variable_outside", "outside of the module"},
    {"variable_fixed", "said to be writable"},
};
INSTANTIATE_TEST_SUITE_P(Machine, BrokenTable, testing::ValuesIn(kBroken),
                         [](const auto& broken) { return std::string(broken.param.name); });

TEST(WholeTable, IsRead) { EXPECT_EQ(error_of("nothing"), ""); }

}  // namespace
