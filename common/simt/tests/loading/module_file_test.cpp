// What is not a module, and what the machine says about it; what a module says of itself.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "module_test.h"
#include "scratch.h"

namespace {

std::string load_error(const std::string& path) {
  try {
    const simt::Module module(path);
  } catch (const simt::Error& error) {
    return error.what();
  }
  return "";
}

// Builds a shared library from C text with the system's compiler.
std::string library(const std::string& name, const std::string& source) {
  std::string path = scratch::file(name + ".so");
  std::ofstream(scratch::file(name + ".c")) << source;
  EXPECT_EQ(std::system(("cc -shared -fPIC -o " + path + " " + scratch::file(name + ".c")).c_str()),
            0);  // NOLINT
  return path;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ModuleFile, Missing) {
  EXPECT_TRUE(contains(load_error("/nowhere/at/all.so"), "/nowhere/at/all.so: no such module"));
}

TEST(ModuleFile, NotALibrary) {
  const std::string path = scratch::file("text.so");
  std::ofstream(path) << "not a library";
  EXPECT_TRUE(contains(load_error(path), "not a module of this machine"));
}

TEST(ModuleFile, WithoutTheSymbol) {
  EXPECT_TRUE(contains(load_error(library("nothing", "int x;")), "not a module: it was not built by simtcc"));
}

TEST(ModuleFile, OfAnotherMachineVersion) {
  const auto path = library("old",
                            "const struct { unsigned version; const char* compiler; } simt_module = "
                            "{99, \"clang 1\"};");
  EXPECT_TRUE(contains(load_error(path), "built for machine version 99")) << load_error(path);
}

}  // namespace

SIMT_MODULE_TEST(ModuleContents, "faults");

TEST_F(ModuleContents, CompilerAndSource) {
  EXPECT_EQ(std::filesystem::path(module_.source()).filename(), "faults.cu");
  EXPECT_TRUE(std::filesystem::path(module_.source()).is_absolute());
  EXPECT_EQ(module_.compiler().rfind("clang ", 0), 0U) << module_.compiler();
}

TEST_F(ModuleContents, KernelsHaveNamesAndLines) {
  const simt::Kernel* const divide = module_.find("divide");
  ASSERT_NE(divide, nullptr);
  EXPECT_EQ(divide->name, "divide");
  EXPECT_EQ(divide->written, "divide");
  EXPECT_EQ(text_of(divide->signature), "(int* out, int divisor)");
  EXPECT_EQ(module_.find("no_such_kernel"), nullptr);
  EXPECT_EQ(module_.find("deep"), nullptr);  // no kernel, but a function of one
  for (const simt::Kernel& kernel : module_.kernels()) EXPECT_EQ(module_.find(kernel.name), &kernel);
}
