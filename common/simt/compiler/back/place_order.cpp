#include "back/place_order.h"

#include <algorithm>

namespace simtcc {
namespace {

// Orders one region (the function, or a loop's body) whose inner loops are single nodes, by a depth-first
// search: reversed, the order in which nodes are finished is an order in which all edges go forward.
class RegionOrder {
 public:
  RegionOrder(llvm::LoopInfo& loops, llvm::Loop* region) : loops_(loops), region_(region) {}

  void append(llvm::BasicBlock* entry, std::vector<OrderItem>& order) {
    header_ = entry;
    visit(entry);
    std::reverse(finished_.begin(), finished_.end());
    for (llvm::BasicBlock* block : finished_) {
      llvm::Loop* const inner = child(block);
      if (inner == nullptr) {
        order.push_back({block, nullptr});
        continue;
      }
      RegionOrder(loops_, inner).append(inner->getHeader(), order);
      order.push_back({nullptr, inner});
    }
  }

 private:
  // The loop directly inside of the region that holds the block; null: the block is the region's own.
  llvm::Loop* child(llvm::BasicBlock* block) const {
    llvm::Loop* loop = loops_.getLoopFor(block);
    if (loop == region_) return nullptr;
    while (loop->getParentLoop() != region_) loop = loop->getParentLoop();
    return loop;
  }

  void visit(llvm::BasicBlock* block) {
    llvm::Loop* const inner = child(block);
    llvm::BasicBlock* const node = inner == nullptr ? block : inner->getHeader();
    if (!seen_.insert(node).second) return;
    llvm::SmallVector<llvm::BasicBlock*, 8> next;
    if (inner == nullptr) {
      next.append(llvm::succ_begin(block), llvm::succ_end(block));
    } else {
      inner->getExitBlocks(next);
    }
    // Backwards: what a branch does when its condition holds is finished last, and so comes first.
    for (auto at = next.rbegin(); at != next.rend(); ++at) {
      const bool leaves = region_ != nullptr && !region_->contains(*at);
      if (!leaves && *at != header_) visit(*at);
    }
    finished_.push_back(node);
  }

  llvm::LoopInfo& loops_;
  llvm::Loop* region_;
  llvm::BasicBlock* header_ = nullptr;
  llvm::SmallPtrSet<llvm::BasicBlock*, 32> seen_;
  std::vector<llvm::BasicBlock*> finished_;
};

}  // namespace

std::vector<OrderItem> ordered(llvm::Function& function, llvm::LoopInfo& loops) {
  std::vector<OrderItem> order;
  RegionOrder(loops, nullptr).append(&function.getEntryBlock(), order);
  return order;
}

}  // namespace simtcc
