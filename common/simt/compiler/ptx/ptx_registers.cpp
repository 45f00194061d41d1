// Special registers of inline PTX: %tid.x, %laneid, %clock64. PTX ISA, "Special Registers".
#include <array>
#include <cstring>

#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

constexpr unsigned kLanes = 32;

struct Index {
  const char* name;
  const char* function;  // the name of a function in simt_runtime.h
};
constexpr std::array<Index, 12> kIndices{{{"%tid.x", "simt_thread_index_x"},
                                          {"%tid.y", "simt_thread_index_y"},
                                          {"%tid.z", "simt_thread_index_z"},
                                          {"%ctaid.x", "simt_block_index_x"},
                                          {"%ctaid.y", "simt_block_index_y"},
                                          {"%ctaid.z", "simt_block_index_z"},
                                          {"%ntid.x", "simt_block_dim_x"},
                                          {"%ntid.y", "simt_block_dim_y"},
                                          {"%ntid.z", "simt_block_dim_z"},
                                          {"%nctaid.x", "simt_grid_dim_x"},
                                          {"%nctaid.y", "simt_grid_dim_y"},
                                          {"%nctaid.z", "simt_grid_dim_z"}}};

// Registers with the same value everywhere, because all blocks run on one SM, without clusters.
struct Fixed {
  const char* name;
  std::uint32_t value;
};
constexpr std::array<Fixed, 18> kFixed{{{"%smid", 0},
                                        {"%nsmid", 1},
                                        {"%gridid", 0},
                                        {"%clusterid.x", 0},
                                        {"%cluster_ctaid.x", 0},
                                        {"%cluster_ctaid.y", 0},
                                        {"%cluster_ctaid.z", 0},
                                        {"%cluster_nctaid.x", 1},
                                        {"%cluster_nctaid.y", 1},
                                        {"%cluster_nctaid.z", 1},
                                        {"%cluster_ctarank", 0},
                                        {"%cluster_nctarank", 1},
                                        {"%is_explicit_cluster", 0},
                                        {"WARP_SZ", kLanes},
                                        {"%pm0", 0},
                                        {"%pm1", 0},
                                        {"%pm2", 0},
                                        {"%pm3", 0}}};

llvm::Value* index(const char* function, Builder& builder) {
  return builder.call(function, builder.ir().getInt32Ty(), {});
}

llvm::Value* thread_rank(Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* rank = index("simt_thread_index_z", builder);
  rank = ir.CreateAdd(ir.CreateMul(rank, index("simt_block_dim_y", builder)),
                      index("simt_thread_index_y", builder));
  return ir.CreateAdd(ir.CreateMul(rank, index("simt_block_dim_x", builder)),
                      index("simt_thread_index_x", builder));
}

// The lanes before this one: all of lower numbers.
llvm::Value* lanes_below(Builder& builder, llvm::Value* lane) {
  llvm::IRBuilder<>& ir = builder.ir();
  return ir.CreateSub(ir.CreateShl(ir.getInt32(1), lane), ir.getInt32(1));
}

llvm::Value* lane_mask(const std::string& which, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const lane = ir.CreateURem(thread_rank(builder), ir.getInt32(kLanes));
  llvm::Value* const own = ir.CreateShl(ir.getInt32(1), lane);
  llvm::Value* const below = lanes_below(builder, lane);
  if (which == "eq") return own;
  if (which == "lt") return below;
  if (which == "le") return ir.CreateOr(below, own);
  if (which == "ge") return ir.CreateNot(below);
  if (which == "gt") return ir.CreateNot(ir.CreateOr(below, own));
  return nullptr;
}

llvm::Value* warps_of_block(Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* threads = index("simt_block_dim_x", builder);
  threads = ir.CreateMul(threads, index("simt_block_dim_y", builder));
  threads = ir.CreateMul(threads, index("simt_block_dim_z", builder));
  return ir.CreateUDiv(ir.CreateAdd(threads, ir.getInt32(kLanes - 1)), ir.getInt32(kLanes));
}

llvm::Value* clock_value(const std::string& name, Builder& builder) {
  llvm::Value* const now = builder.call("simt_clock", builder.ir().getInt64Ty(), {});
  if (name == "%clock64" || name == "%globaltimer") return now;
  llvm::Value* const half =
      name == "%clock_hi" || name == "%globaltimer_hi" ? builder.ir().CreateLShr(now, 32) : now;
  return builder.ir().CreateTrunc(half, builder.ir().getInt32Ty());
}

llvm::Value* value_of(const std::string& name, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  for (const Index& known : kIndices) {
    if (name == known.name) return index(known.function, builder);
  }
  for (const Fixed& known : kFixed) {
    if (name == known.name) return ir.getInt32(known.value);
  }
  if (name == "%laneid") return ir.CreateURem(thread_rank(builder), ir.getInt32(kLanes));
  if (name == "%warpid") return ir.CreateUDiv(thread_rank(builder), ir.getInt32(kLanes));
  if (name == "%nwarpid") return warps_of_block(builder);
  constexpr std::size_t kPrefix = std::char_traits<char>::length("%lanemask_");
  if (name.compare(0, kPrefix, "%lanemask_") == 0) return lane_mask(name.substr(kPrefix), builder);
  for (const char* clock :
       {"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"}) {
    if (name == clock) return clock_value(name, builder);
  }
  return nullptr;
}

}  // namespace

llvm::Value* special_register(const std::string& name, unsigned bits, Builder& builder) {
  llvm::Value* const value = value_of(name, builder);
  if (value == nullptr) return nullptr;
  // Programs for the first PTX read 16 bits of an index.
  return builder.ir().CreateZExtOrTrunc(value, builder.ir().getIntNTy(bits));
}

}  // namespace simtcc::ptx
