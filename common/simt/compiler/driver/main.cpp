// simtcc: compiles a CUDA kernel file to a module of the SIMT machine. Each step and the folder that does it:
//
//   source text ─▶ clang's CUDA front end ─▶ optimised as nvcc does ─▶ accesses announced ─▶ object ─▶ module.so
//   front          front                     ptx, passes               back                  back
//
// Whatever is refused is refused at the line of the file that causes it.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "back/allowed_code.h"
#include "back/announce.h"
#include "back/device_functions.h"
#include "back/emit.h"
#include "back/host_differences.h"
#include "back/module_tables.h"
#include "driver/command_line.h"
#include "driver/device_link.h"
#include "driver/object_files.h"
#include "driver/program.h"
#include "driver/toolkit.h"
#include "front/annotations.h"
#include "front/constant_arrays.h"
#include "front/front_end.h"
#include "front/kernels.h"
#include "front/source_text.h"
#include "passes/chosen_arguments.h"
#include "passes/issue_costs/array_bases.h"
#include "passes/issue_costs/repeated_values.h"
#include "passes/issue_costs/shared_addresses.h"
#include "passes/load_waits.h"
#include "passes/object_copies.h"
#include "passes/padding_notes.h"
#include "passes/passes.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"
#include "ptx/access_calls.h"
#include "ptx/ptx_lowering.h"
#include "system/process.h"
#include "system/temporary_folder.h"
#include "verifier.h"

namespace {

using namespace simtcc;

struct NotShownSafe : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What clang said of the file has been written already.
struct RefusedByClang : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::unique_ptr<llvm::Module> read_bitcode(const std::string& path, const std::string& kernel,
                                           llvm::LLVMContext& context) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) throw std::runtime_error("cannot read " + path);
  auto module = llvm::parseBitcodeFile((*text)->getMemBufferRef(), context);
  if (!module) throw std::runtime_error("clang wrote no bitcode: " + llvm::toString(module.takeError()));
  use_debug_instructions(**module);
  // LLVM's own functions can be declared by assembler names, with whatever parameters.
  if (llvm::verifyModule(**module))
    throw Refused({kernel, 1, 1}, "the file declares a function of LLVM's own, and otherwise than it is");
  return std::move(*module);
}

// Virtual functions whose calls have all been inlined, say, and the tables that hold them.
void remove_unused(llvm::Module& module, const llvm::SmallPtrSetImpl<llvm::Function*>& kernels) {
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
      variable.removeDeadConstantUsers();
      if (variable.use_empty() && variable.isDiscardableIfUnused()) variable.eraseFromParent();
    }
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      function.removeDeadConstantUsers();
      if (function.isDeclaration() || !function.use_empty() || kernels.count(&function) != 0) continue;
      function.eraseFromParent();
      is_done = false;
    }
  }
}

// Returns the module that the front end makes of the file. Throws RefusedByClang.
std::unique_ptr<llvm::Module> front_end_module(const Command& command, llvm::LLVMContext& context) {
  const TemporaryFolder folder;
  const std::string bitcode = folder.file("kernel.bc");
  FrontEnd front_end(command, folder);
  if (!front_end.run(bitcode)) throw RefusedByClang(front_end.words());
  std::unique_ptr<llvm::Module> module = read_bitcode(bitcode, command.kernel, context);
  restore_device_arrays(*module, [&](const std::string& name) { return front_end.qualifier_of(name); });
  return module;
}

std::unique_ptr<llvm::Module> ptx_functions(llvm::LLVMContext& context) {
  Command command;
  command.kernel = cuda_headers() + "/device/ptx/simt_ptx_functions.h";
  return front_end_module(command, context);
}

// Where a definition is looked for.
const char* scope_of(const Command& command) {
  if (!command.parts.empty()) return "any of the files that are linked";
  return command.optional_kernels ? "this file: with -rdc=true, another file may have it"
                                  : "this file: a kernel file is compiled alone";
}

// Turns the front end's module into the finished one. Returns false if there is no kernel in it.
bool compile(llvm::Module& module, const std::string& source, const Command& command) {
  ModuleContents contents;
  contents.source = source;
  check_qualifiers(module);
  note_grid_constants(module);
  ptx::lower_statements(module, ptx_functions);
  KernelFile file = read_kernels(module);
  check_constant_memory(module, file);
  if (file.kernels.empty()) return false;
  hide_shared_values(module);
  make_tables_local(module);
  prepare_runtime_calls(module);
  resolve_indirect_calls(module);
  note_plain_accesses(module);
  make_copies_whole(module);
  copy_changed_arguments(module);
  const std::unique_ptr<llvm::TargetMachine> gpu = gpu_model();
  optimise(module, *gpu);
  split_chosen_arguments(module);
  ptx::define_registers(module);
  ptx::make_accesses(module);
  lower_accesses(module, *gpu);
  expand_wide_products(module);
  check_code(module);
  if (!command.is_of_program()) check_no_heap(module);
  note_load_waits(module);
  note_repeated_values(module);
  note_shared_addresses(module);
  note_array_bases(module);
  contents.shared = lay_out_shared(module);
  contents.shared.in_lockstep = command.in_lockstep;
  contents.constants = file.constants;
  add_contexts(module, file.kernels);
  llvm::SmallPtrSet<llvm::Function*, 8> kernels;
  for (const KernelFunction& kernel : file.kernels) kernels.insert(kernel.function);
  remove_unused(module, kernels);

  FunctionFacts common;  // facts of the functions that could not be inlined
  llvm::SmallVector<llvm::Function*, 16> others;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && kernels.count(&function) == 0) others.push_back(&function);
  }
  for (llvm::Function* function : others)
    common.add(announce(*function, nullptr, contents.shared, contents.constants, contents.places));
  for (const KernelFunction& kernel : file.kernels) {
    AnnouncedKernel announced;
    announced.kernel = kernel;
    announced.facts =
        announce(*kernel.function, &kernel, contents.shared, contents.constants, contents.places);
    announced.facts.add(common);
    announced.entry = make_entry(kernel);
    kernel.function->eraseFromParent();  // it is all in the entry
    announced.kernel.function = nullptr;
    contents.kernels.push_back(std::move(announced));
  }
  remove_shared(module);
  check_references(module, scope_of(command));
  seal_names(module);
  write_tables(module, contents);
  llvm::StripDebugInfo(module);
  define_values(module);
  return true;
}

void write_ir(const llvm::Module& module, const std::string& path) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_Text);
  if (error) throw std::runtime_error("cannot write " + path + ": " + error.message());
  module.print(file, nullptr);
}

void write_file(const std::string& path, llvm::ArrayRef<char> bytes) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_None);
  if (error) throw std::runtime_error("cannot write " + path + ": " + error.message());
  file.write(bytes.data(), bytes.size());
}

void write_module(const Command& command, llvm::ArrayRef<char> object) {
  const TemporaryFolder folder;
  write_file(folder.file("kernel.o"), object);
  const std::string part = command.output + ".part." + std::to_string(getpid());
  if (!link(folder.file("kernel.o"), part)) throw std::runtime_error("linking " + command.kernel + " failed");
  std::filesystem::rename(part, command.output);
}

// Machine code of exactly the bytes that were verified: they are read anew, and nothing is optimised after.
llvm::SmallVector<char, 0> verified_code(const llvm::Module& module, const Command& command) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  llvm::LLVMContext context;
  auto read = llvm::parseBitcodeFile({llvm::StringRef(bytes.data(), bytes.size()), command.kernel}, context);
  if (!read) throw std::logic_error("cannot read its own bitcode: " + llvm::toString(read.takeError()));
  const std::string problem = simt_verifier::problem_of(**read);
  if (!problem.empty()) {
    throw NotShownSafe("simtcc: the compiled code of " + command.kernel + " cannot be shown to be safe: " +
                       problem + " (this is an error of simtcc; please report it with the file)");
  }
  try {
    const CodeAllowance allowance = command.is_of_program() ? kAllowanceOfProgram : CodeAllowance{};
    return object_code(**read, {command.quick_code, command.lanes_one_by_one, allowance});
  } catch (const FrameTooLarge& frame) {
    throw Refused({command.kernel, 1, 1}, frame.what());
  }
}

// The module of a file whose device code is linked with other files' later (device_link.h).
void write_part(llvm::Module& module, const Command& command, const std::string& source) {
  check_qualifiers(module);
  make_part(module, source);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  const std::string part = bytes_of_part(bytes);
  write_file(command.output, {part.data(), part.size()});
}

// Steps that may take long, and are stopped then, have no files
// open.
int build(const Command& command) {
  const bool links = !command.parts.empty();
  if (!links) check_source_text(command.kernel);
  limit_this_process(command.kernel, seconds_for(command));
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module =
      links ? link_bitcode(command.parts, context) : front_end_module(command, context);
  if (links) use_debug_instructions(*module);
  const std::string source = links ? module->getSourceFileName()
                                   : std::filesystem::absolute(command.kernel).lexically_normal().string();
  if (command.relocatable) {
    write_part(*module, command, source);
    return 0;
  }
  if (!compile(*module, source, command)) {
    if (command.optional_kernels || links) return 0;
    throw Refused({source, 1, 1}, "the file defines no kernel: no function in it is marked __global__");
  }
  prepare_for_host(*module);
  std::filesystem::create_directories(std::filesystem::absolute(command.output).parent_path());
  if (command.keep_ir) write_ir(*module, command.output + ".ll");
  write_module(command, verified_code(*module, command));
  return 0;
}

void tell(const Refused& refused) {
  std::fprintf(stderr, "%s:%u:%u: error: %s\n", refused.place.file.c_str(), refused.place.line,
               refused.place.column == 0 ? 1U : refused.place.column, refused.what());
}

// A program that uses what the machine does not have cannot be built: that is no mistake in the file.
int status_of_refusal(const Command& command, const std::string& said) {
  return command.is_of_program() && names_what_is_missing(said) ? kStatusCannot : kStatusRefused;
}

int build_or_refuse(const Command& command) try { return build(command); } catch (const Refused& refused) {
  tell(refused);
  return status_of_refusal(command, refused.what());
} catch (const RefusedByClang& refused) {
  return status_of_refusal(command, refused.what());
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words = with_option_files({argv + 1, argv + argc});
  const auto is_given = [&](const char* one) {
    return std::find(words.begin(), words.end(), one) != words.end();
  };
  // CMake asks for these with a file that does not exist.
  if (is_given("-v") || is_given("--verbose") || is_given("--dryrun") || is_given("-dryrun"))
    show_toolkit(words);
  if (const std::optional<ProgramCommand> program = parse_program(words)) return build_program(*program);
  const std::optional<Command> command = parse(words);
  if (!command) return 0;
  if (command->editor_flags) {
    for (const std::string& flag : editor_flags()) std::puts(flag.c_str());
    return 0;
  }
  if (!command->precompiled.empty()) return precompile_headers(command->precompiled) ? 0 : kStatusCannot;
  return build_or_refuse(*command);
} catch (const Refused& refused) {  // a program's host code
  tell(refused);
  return kStatusRefused;
} catch (const NotShownSafe& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return kStatusRefused;
} catch (const std::bad_alloc&) {
  std::fprintf(stderr, "%s:1:1: error: the file does not compile within 4 GiB of memory\n",
               argc > 1 ? argv[1] : "");
  return kStatusRefused;
} catch (const std::exception& error) {
  std::fprintf(stderr, "simtcc: %s\n", error.what());
  return kStatusCannot;
}
