// gpu_launch: carries out the launches of case files on a GPU, for a profiler or for compute-sanitizer.
//
// A source file is loaded as DIR/<folder>.<name>.cubin. Every launch starts from fresh buffers. With --log,
// writes one line a launch in the order in which they ran, so that a profiler's rows find their case. Exit
// status: 0 all ran, 1 a kernel failed, 2 could not run.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "case_file.h"
#include "cuda_driver.h"

namespace {

using agreement::Case;
using simt_tools::Argument;

struct Options {
  std::vector<std::string> case_files;
  std::string modules;
  std::string log;
  std::string only;  // a case's name; empty: all
  int repeat = 1;
};

constexpr const char* kUsage =
    "usage: gpu_launch CASES.txt... --modules DIR [--repeat N] [--only CASE] [--log LAUNCHES.csv]\n";

class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.rfind("--", 0) != 0) {
      options.case_files.push_back(word);
      continue;
    }
    if (i + 1 == words.size()) throw UsageError(word + " needs a value");
    const std::string& value = words[++i];
    if (word == "--modules") {
      options.modules = value;
    } else if (word == "--log") {
      options.log = value;
    } else if (word == "--only") {
      options.only = value;
    } else if (word == "--repeat") {
      options.repeat = std::atoi(value.c_str());
    } else {
      throw UsageError("there is no option " + word);
    }
  }
  if (options.case_files.empty() || options.modules.empty() || options.repeat < 1)
    throw UsageError("case files, --modules and a --repeat of 1 or more are needed");
  return options;
}

// A case's arguments in the device's memory, and what cuLaunchKernel wants: the address of each value.
class GpuArguments {
 public:
  explicit GpuArguments(const std::vector<Argument>& arguments) {
    values_.reserve(arguments.size());
    for (const Argument& argument : arguments) values_.push_back(value_of(argument));
    for (auto& value : values_) addresses_.push_back(value.data());
  }

  void** addresses() { return addresses_.data(); }

 private:
  template <class T>
  static std::vector<std::uint8_t> bytes_of(const T& value) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(&value);
    return {first, first + sizeof value};
  }

  std::vector<std::uint8_t> value_of(const Argument& argument) {
    switch (argument.kind) {
      case Argument::Kind::buffer:
        buffers_.emplace_back(argument);
        return bytes_of(buffers_.back().address());
      case Argument::Kind::texture:
        textures_.emplace_back(argument);
        return bytes_of(textures_.back().object());
      case Argument::Kind::scalar:
        break;
    }
    return argument.bytes;
  }

  std::vector<agreement::GpuBuffer> buffers_;
  std::vector<agreement::GpuTexture> textures_;
  std::vector<std::vector<std::uint8_t>> values_;
  std::vector<void*> addresses_;
};

class Launcher {
 public:
  explicit Launcher(std::string modules) : modules_(std::move(modules)) {}

  void launch(const Case& c, const std::vector<Argument>& arguments) {
    constexpr std::size_t kWithoutAsking = std::size_t{48} * 1024;
    const CUfunction kernel = module_of(c).find(c.kernel);
    if (c.dynamic_shared_bytes > kWithoutAsking) {
      agreement::check(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                          static_cast<int>(c.dynamic_shared_bytes)),
                       c.place + ": " + c.name);
    }
    GpuArguments on_device(arguments);
    agreement::check(cuLaunchKernel(kernel, c.grid[0], c.grid[1], c.grid[2], c.block[0], c.block[1],
                                    c.block[2], static_cast<unsigned>(c.dynamic_shared_bytes), nullptr,
                                    on_device.addresses(), nullptr),
                     c.place + ": " + c.name);
    agreement::check(cuCtxSynchronize(), c.place + ": " + c.name);
  }

 private:
  const agreement::GpuModule& module_of(const Case& c) {
    auto& module = loaded_[agreement::module_name(c)];
    if (!module) {
      module = std::make_unique<agreement::GpuModule>(modules_ + "/" + agreement::module_name(c) + ".cubin");
    }
    return *module;
  }

  std::string modules_;
  std::map<std::string, std::unique_ptr<agreement::GpuModule>> loaded_;
};

std::vector<Case> chosen_cases(const Options& options) {
  std::vector<Case> cases;
  for (Case& c : agreement::read_cases(options.case_files)) {
    if (options.only.empty() || c.name == options.only) cases.push_back(std::move(c));
  }
  if (cases.empty()) throw UsageError("no case is called " + options.only);
  return cases;
}

void run(const Options& options) {
  const std::vector<Case> cases = chosen_cases(options);
  std::ofstream log;
  if (!options.log.empty()) {
    log.open(options.log);
    if (!log) throw UsageError(options.log + " cannot be written");
    log << "case,launch,kernel\n";
  }
  const agreement::Device device;
  Launcher launcher(options.modules);
  for (const Case& c : cases) {
    const std::vector<Argument> arguments = agreement::arguments_of(c);
    for (int launch = 1; launch <= options.repeat; ++launch) {
      launcher.launch(c, arguments);
      if (log.is_open()) log << c.name << ',' << launch << ',' << c.kernel << std::endl;
    }
  }
  std::cout << "gpu_launch: " << cases.size() << " cases, " << options.repeat << " launches each, on "
            << device.name() << " with " << device.multiprocessors() << " multiprocessors\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse({argv + 1, argv + argc}));
    return 0;
  } catch (const agreement::CudaError& error) {
    std::cerr << "gpu_launch: " << error.what() << '\n';
    return 1;
  } catch (const UsageError& error) {
    std::cerr << "gpu_launch: " << error.what() << '\n' << kUsage;
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "gpu_launch: " << error.what() << '\n';
    return 2;
  }
}
