#include "passes/merged_accesses.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include "passes/padding_notes.h"

namespace simtcc {
namespace {

// Of an access that was there before the pass, and of a merged one: the places of its parts.
constexpr const char* kKnownNote = "simt.before_merging";
constexpr const char* kPartsNote = "simt.parts";

template <class Visit>
void for_each_access(llvm::Function& function, const Visit& visit) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction))
      visit(instruction, pointer->stripPointerCasts());
  }
}

// The accesses of a function before some of them become one.
class Parts {
 public:
  Parts(llvm::Function& function, llvm::ScalarEvolution& evolution) : evolution_(evolution) {
    for_each_access(function, [&](llvm::Instruction& access, const llvm::Value* pointer) {
      add(access, pointer);
      access.setMetadata(kKnownNote, llvm::MDNode::get(access.getContext(), {}));
    });
  }

  void give_to_merged(llvm::Function& function) const {
    for_each_access(function, [&](llvm::Instruction& access, const llvm::Value* pointer) {
      if (access.hasMetadata(kKnownNote)) {
        access.setMetadata(kKnownNote, nullptr);
      } else {
        give_to(access, pointer);
      }
    });
  }

 private:
  struct Part {
    llvm::WeakVH pointer;
    std::int64_t offset = 0;  // from the group's first
    llvm::DebugLoc location;
    std::uint64_t bytes = 0;
    std::uint16_t padding = 0;
  };
  // Loads or stores of one block whose addresses are a constant apart.
  struct Group {
    const llvm::BasicBlock* block = nullptr;
    bool is_load = false;
    const llvm::SCEV* first = nullptr;
    std::vector<Part> parts;
  };

  void add(llvm::Instruction& access, const llvm::Value* pointer) {
    auto* const address = const_cast<llvm::Value*>(pointer);
    const llvm::DataLayout& layout = access.getModule()->getDataLayout();
    const std::uint64_t bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&access));
    const std::uint16_t padding = padding_of(access);
    const llvm::SCEV* const at = evolution_.getSCEV(address);
    // As far back as the vectorizer looks for partners: a long block costs no more than its length.
    constexpr std::size_t kMostGroups = 64;
    const std::size_t oldest = groups_.size() > kMostGroups ? groups_.size() - kMostGroups : 0;
    for (std::size_t i = groups_.size(); i-- > oldest;) {
      Group& group = groups_[i];
      if (group.block != access.getParent() || group.is_load != llvm::isa<llvm::LoadInst>(access) ||
          group.first->getType() != at->getType())
        continue;
      const auto* const distance =
          llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(at, group.first));
      if (distance == nullptr) continue;
      group.parts.push_back(
          {address, distance->getAPInt().getSExtValue(), access.getDebugLoc(), bytes, padding});
      return;
    }
    groups_.push_back({access.getParent(), llvm::isa<llvm::LoadInst>(access), at, {}});
    groups_.back().parts.push_back({address, 0, access.getDebugLoc(), bytes, padding});
  }

  // A merged access has the pointer of its first part.
  void give_to(llvm::Instruction& access, const llvm::Value* pointer) const {
    for (const Group& group : groups_) {
      if (group.block != access.getParent() || group.is_load != llvm::isa<llvm::LoadInst>(access)) continue;
      for (const Part& part : group.parts) {
        if (part.pointer == pointer) return give_parts(access, group, part);
      }
    }
  }

  static void give_parts(llvm::Instruction& access, const Group& group, const Part& first) {
    const llvm::DataLayout& layout = access.getModule()->getDataLayout();
    const std::uint64_t size = layout.getTypeStoreSize(llvm::getLoadStoreType(&access));
    const std::int64_t end = first.offset + static_cast<std::int64_t>(size);
    access.setDebugLoc(first.location);
    llvm::SmallVector<llvm::Metadata*, 4> notes;
    std::uint64_t padding = 0;
    for (const Part& part : group.parts) {
      if (part.offset < first.offset || part.offset >= end) continue;
      const std::uint64_t own = part.padding & ((1ULL << part.bytes) - 1);
      padding |= own << static_cast<std::uint64_t>(part.offset - first.offset);
      if (part.location) notes.push_back(note_of_location(*part.location));
    }
    access.setMetadata(kPartsNote, llvm::MDNode::get(access.getContext(), notes));
    note_padding(access, static_cast<std::uint16_t>(padding));
  }

  llvm::ScalarEvolution& evolution_;
  std::vector<Group> groups_;
};

}  // namespace

llvm::PreservedAnalyses MergeAccessesPass::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  const Parts parts(function, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function));
  llvm::PreservedAnalyses preserved = llvm::LoadStoreVectorizerPass().run(function, analyses);
  parts.give_to_merged(function);
  return preserved;
}

std::vector<SourcePlace> parts_of_merged(const llvm::Instruction& access) {
  std::vector<SourcePlace> places;
  const llvm::MDNode* const parts = access.getMetadata(kPartsNote);
  if (parts == nullptr) return places;
  for (const llvm::MDOperand& part : parts->operands()) {
    const SourcePlace place = place_in_note(*llvm::cast<llvm::MDNode>(part.get()));
    if (place.line != 0) places.push_back(place);
  }
  return places;
}

}  // namespace simtcc
