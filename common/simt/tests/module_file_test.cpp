// What is not a module, and what the machine says about it.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "module_test.h"
#include "scratch.h"

namespace {

std::string error_of(const std::string& path) {
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
  EXPECT_TRUE(contains(error_of("/nowhere/at/all.so"), "/nowhere/at/all.so: no such module"));
}

TEST(ModuleFile, NotALibrary) {
  const std::string path = scratch::file("text.so");
  std::ofstream(path) << "not a library";
  EXPECT_TRUE(contains(error_of(path), "not a module of this machine"));
}

TEST(ModuleFile, WithoutAStamp) {
  EXPECT_TRUE(contains(error_of(library("unstamped", "int x;")), "not a module: it was not built by simtcc"));
}

TEST(ModuleFile, OfAnotherMachineVersion) {
  const auto path = library("old",
                            "const struct { unsigned v; const char* c; const char* s; } simt_module_stamp = "
                            "{99, \"g++ 1\", \"k.cu\"};");
  EXPECT_TRUE(contains(error_of(path), "built for machine version 99")) << error_of(path);
}

TEST(ModuleFile, OfAnUnknownCompiler) {
  const auto path = library("tcc",
                            "const struct { unsigned v; const char* c; const char* s; } simt_module_stamp = "
                            "{1, \"tcc 0.9\", \"k.cu\"};");
  EXPECT_TRUE(contains(error_of(path), "built by tcc 0.9")) << error_of(path);
}

TEST(ModuleFile, KnowsItsCompilerAndItsSource) {
  for (const std::string& compiler : simt_test::compilers()) {
    const simt::Module module(std::string(TEST_MODULES) + "/" + compiler + "/faults.so");
    EXPECT_EQ(std::filesystem::path(module.source()).filename(), "faults.cu");
    EXPECT_EQ(contains(module.compiler(), "clang"), contains(compiler, "clang"));
    EXPECT_NE(module.find("divide"), nullptr);
    EXPECT_EQ(module.find("no_such_kernel"), nullptr);
  }
}

}  // namespace
