#include "front/source_lines.h"

namespace simtcc {
namespace {

constexpr const char* kLineNote = "simt.line";
constexpr const char* kWayNote = "simt.way";

std::string path_of(const llvm::DIFile* file) {
  if (file == nullptr) return "";
  const llvm::StringRef name = file->getFilename();
  if (begins_with(name, "/") || file->getDirectory().empty()) return name.str();
  return (file->getDirectory() + "/" + name).str();
}

// The innermost place that is not in a header of the machine: calls are inlined, their callers are known.
SourcePlace place_of(const llvm::DILocation* location) {
  SourcePlace place;
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (location->getLine() == 0) continue;
    place = {path_of(location->getFile()), location->getLine(), location->getColumn()};
    if (!is_machine_header(place.file)) break;
  }
  return place;
}

SourcePlace in_note(const llvm::MDNode* note) {
  if (note == nullptr) return {};
  const auto number = [&](unsigned operand) {
    return static_cast<unsigned>(
        llvm::mdconst::extract<llvm::ConstantInt>(note->getOperand(operand))->getZExtValue());
  };
  return {llvm::cast<llvm::MDString>(note->getOperand(0))->getString().str(), number(1), number(2)};
}

SourcePlace noted(const llvm::Instruction& instruction) {
  const llvm::MDNode* const note = instruction.getMetadata(kLineNote);
  return note == nullptr ? place_of(instruction.getDebugLoc().get()) : in_note(note);
}

llvm::MDNode* note_of(const SourcePlace& place, llvm::LLVMContext& context) {
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  return llvm::MDNode::get(
      context, {llvm::MDString::get(context, place.file), number(place.line), number(place.column)});
}

// What clang writes between a `return` and the function's end, beside the branch there.
bool does_nothing(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd()) return true;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr && llvm::isa<llvm::ConstantInt>(store->getValueOperand()) &&
         begins_with(store->getPointerOperand()->getName(), "cleanup.dest");
}

// Whether the block only goes on to another one.
bool only_goes_on(const llvm::BasicBlock& block) {
  const llvm::Instruction& last = *block.getTerminator();
  if (last.getNumSuccessors() != 1 || !last.getDebugLoc() || block.getSinglePredecessor() == nullptr)
    return false;
  for (const llvm::Instruction& instruction : block) {
    if (&instruction != &last && !does_nothing(instruction)) return false;
  }
  return true;
}

}  // namespace

bool is_machine_header(llvm::StringRef file) {
  const llvm::StringRef name =
      file.substr(file.rfind('/') == llvm::StringRef::npos ? 0 : file.rfind('/') + 1);
  return begins_with(name, "simt_") && ends_with(name, ".h");
}

bool has_noted_line(const llvm::Instruction& instruction) {
  return instruction.getMetadata(kLineNote) != nullptr;
}

void note_lines(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const bool matters = instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction);
    const SourcePlace place = place_of(instruction.getDebugLoc().get());
    if (!matters || place.line == 0) continue;
    instruction.setMetadata(kLineNote, note_of(place, function.getContext()));
  }
}

void note_ways(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction* const branch = block.getTerminator();
    if (branch->getNumSuccessors() < 2) continue;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      if (!only_goes_on(*next)) continue;
      const SourcePlace line = place_of(next->getTerminator()->getDebugLoc().get());
      if (line.line == 0) continue;
      branch->setMetadata(kWayNote, note_of(line, function.getContext()));
      break;
    }
  }
}

SourcePlace place_of_way(const llvm::Instruction& branch) { return in_note(branch.getMetadata(kWayNote)); }

SourcePlace place_of(const llvm::Instruction& instruction) {
  if (SourcePlace place = noted(instruction); place.line != 0) return place;
  if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
    if (const auto* computed = llvm::dyn_cast<llvm::Instruction>(pointer)) {
      if (SourcePlace place = noted(*computed); place.line != 0) return place;
    }
  }
  for (const llvm::User* user : instruction.users()) {
    const auto* next = llvm::dyn_cast<llvm::Instruction>(user);
    if (next == nullptr) continue;
    if (SourcePlace place = noted(*next); place.line != 0) return place;
  }
  for (const llvm::Instruction* next = instruction.getNextNode(); next != nullptr;
       next = next->getNextNode()) {
    if (SourcePlace place = noted(*next); place.line != 0) return place;
  }
  for (const llvm::Instruction* before = instruction.getPrevNode(); before != nullptr;
       before = before->getPrevNode()) {
    if (SourcePlace place = noted(*before); place.line != 0) return place;
  }
  return place_of(*instruction.getFunction());
}

llvm::MDNode* note_of_location(const llvm::DILocation& location) {
  return note_of(place_of(&location), location.getContext());
}

SourcePlace place_in_note(const llvm::MDNode& note) { return in_note(&note); }

SourcePlace place_of(const llvm::Function& function) {
  const llvm::DISubprogram* const program = function.getSubprogram();
  if (program == nullptr) return {};
  return {path_of(program->getFile()), program->getLine(), 0};
}

SourcePlace place_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> notes;
  variable.getDebugInfo(notes);
  if (notes.empty()) return {};
  const llvm::DIGlobalVariable* const described = notes.front()->getVariable();
  return {path_of(described->getFile()), described->getLine(), 0};
}

SourcePlace place_of_use(const llvm::Value& value) {
  SourcePlace first;
  for (const llvm::User* user : value.users()) {
    SourcePlace place;
    if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      place = place_of(*instruction);
    } else if (llvm::isa<llvm::ConstantExpr>(user)) {
      place = place_of_use(*user);
    }
    if (place.line != 0 && (first.line == 0 || place.line < first.line)) first = std::move(place);
  }
  return first;
}

}  // namespace simtcc
