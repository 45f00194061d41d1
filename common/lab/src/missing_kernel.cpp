#include "missing_kernel.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace lab {
namespace {

constexpr const char* kKeepNames = "; keep the name and the signature of the lab's header";

// A misspelt name is as near as this; two kernels of a lab are seldom nearer.
std::size_t nearness(const std::string& name) { return std::max<std::size_t>(2, name.size() / 4); }

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const simt::Kernel* nearest(const std::vector<simt::Kernel>& kernels, const std::string& name,
                            const std::vector<std::string>& asked_for) {
  const simt::Kernel* found = nullptr;
  std::size_t least = nearness(name);
  for (const simt::Kernel& kernel : kernels) {
    if (holds(asked_for, kernel.written)) continue;
    const std::size_t apart = letters_apart(kernel.written, name);
    if (apart > least || (found != nullptr && apart == least)) continue;
    found = &kernel;
    least = apart;
  }
  return found;
}

std::string in_line(const simt::SourceLine& where) {
  return where.line == 0 ? "" : " in line " + std::to_string(where.line);
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

KernelTrouble without_linkage(const std::string& name, const simt::SourceLine& where) {
  return {"the kernel `" + name + "` is defined without `extern \"C\"`" + in_line(where) +
              ", so that a GPU's driver does not find it by its name\n  include the lab's header, which "
              "declares it, or write `extern \"C\"` before `__global__`",
          where};
}

}  // namespace

// Damerau's distance: three rows of its table at a time.
std::size_t letters_apart(const std::string& one, const std::string& other) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<std::vector<std::size_t>> apart(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i) {
    for (std::size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0) {
        apart[i][j] = i + j;
        continue;
      }
      const std::size_t changed = lower(one[i - 1]) == lower(other[j - 1]) ? 0 : 1;
      apart[i][j] = std::min({apart[i - 1][j] + 1, apart[i][j - 1] + 1, apart[i - 1][j - 1] + changed});
      const bool exchanged = i > 1 && j > 1 && lower(one[i - 1]) == lower(other[j - 2]) &&
                             lower(one[i - 2]) == lower(other[j - 1]);
      if (exchanged) apart[i][j] = std::min(apart[i][j], apart[i - 2][j - 2] + 1);
    }
  }
  return apart[one.size()][other.size()];
}

KernelTrouble not_defined(const std::vector<simt::Kernel>& kernels, const std::string& name,
                          const std::vector<std::string>& asked_for) {
  const std::string text = "the kernel `" + name + "` is not defined";
  const simt::Kernel* const meant = nearest(kernels, name, asked_for);
  if (meant == nullptr) return {text + kKeepNames, {}};
  return {text + "; did you mean `" + meant->written + "`" + in_line(meant->definition) + "?",
          meant->definition};
}

std::vector<simt::Kernel> kernels_written_in(const std::string& file) {
  std::vector<simt::Kernel> kernels;
  std::ifstream source(file);
  std::string line;
  bool is_open = false;  // after __global__, before the kernel's name
  for (unsigned number = 1; std::getline(source, line); ++number) {
    line.resize(std::min(line.size(), line.find("//")));
    std::string word;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const char c = line[at];
      if (is_letter(c)) {
        if (at == 0 || !is_letter(line[at - 1])) word.clear();
        word += c;
        is_open = is_open || word == "__global__";
      } else if (c == '(' && is_open && !word.empty() && word != "__launch_bounds__") {
        simt::Kernel& kernel = kernels.emplace_back();
        kernel.written = word;
        kernel.definition = {file, number};
        is_open = false;
      }
    }
  }
  return kernels;
}

KernelTrouble not_defined_on_gpu(const std::string& source, const std::string& name,
                                 const std::vector<std::string>& asked_for) {
  const std::vector<simt::Kernel> kernels = kernels_written_in(source);
  for (const simt::Kernel& kernel : kernels) {
    if (kernel.written == name) return without_linkage(name, kernel.definition);
  }
  return not_defined(kernels, name, asked_for);
}

KernelTrouble trouble_with(const simt::RemoteModule& module, const std::string& name,
                           const std::vector<std::size_t>& parameter_bytes,
                           const std::vector<std::string>& asked_for) {
  const simt::Kernel* const kernel = module.find(name);
  if (kernel == nullptr) return not_defined(module.kernels, name, asked_for);
  const std::string text = "the kernel `" + name + "` is defined ";
  // The machine copies as many bytes of each argument as the module's parameter has.
  const auto has_bytes = [](const simt::Parameter& parameter, std::size_t bytes) {
    return parameter.bytes == bytes;
  };
  const auto& parameters = kernel->signature.parameters;
  if (!std::equal(parameters.begin(), parameters.end(), parameter_bytes.begin(), parameter_bytes.end(),
                  has_bytes)) {
    return {
        text + "as " + name + simt::text_of(kernel->signature) + "; keep the signature of the lab's header",
        kernel->definition};
  }
  if (kernel->name != name) {
    return without_linkage(name, kernel->definition);
  }
  return {};
}

}  // namespace lab
