// Tensor-core instructions of inline PTX: ldmatrix, stmatrix, movmatrix, mma.sync. PTX ISA, "Warp Level
// Matrix Multiply-Accumulate Instructions". Shapes and types that the machine does not have are refused by
// name.
#include <algorithm>
#include <array>
#include <utility>

#include "contract/matrix_abi.h"
#include "contract/module_abi.h"
#include "ptx/builder.h"
#include "ptx/ptx_lowering.h"

namespace simtcc::ptx {
namespace {

namespace abi = simt::abi;
using abi::MatrixType;

struct Move {
  Space space = Space::generic;
  std::uint32_t count = 1;
  bool is_transposed = false;

  std::uint32_t what() const { return count | (is_transposed ? 1U : 0U) << 8U; }
};

Move read_move(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  suffixes.expect("sync");
  suffixes.expect("aligned");
  if (suffixes.take("m16n16") || suffixes.take("m8n16") || suffixes.take("m16n8"))
    builder.refuse("of matrices there is .m8n8 with .b16");
  suffixes.expect("m8n8");
  Move move;
  const std::string count = suffixes.one_of({"x1", "x2", "x4"});
  if (count.empty()) builder.refuse("`.x1`, `.x2` or `.x4` is missing");
  move.count = static_cast<std::uint32_t>(count[1] - '0');
  move.is_transposed = suffixes.take("trans");
  move.space = suffixes.space();
  suffixes.expect("b16");
  suffixes.finish();
  builder.expect_operands(2);
  return move;
}

// Returns the structure of two numbers, which is the CUDA headers' own type if the kernel also uses the
// function through them.
llvm::Type* pair_of(const char* function, Builder& builder) {
  const llvm::Function* const known = builder.statement().getModule()->getFunction(function);
  llvm::Type* const half = builder.ir().getInt64Ty();
  return known != nullptr ? known->getReturnType() : llvm::StructType::get(half, half);
}

constexpr const char* kMultiply = "simt_multiply_matrices";

// Registers of `bits` bits, two of 32 or one of 64 in each number; at most so many numbers as `halves`.
template <std::size_t Halves>
std::array<llvm::Value*, Halves> read_registers(const Operand& operand, std::size_t count, unsigned bits,
                                                Builder& builder) {
  const std::vector<Operand> registers = Builder::elements(operand);
  if (registers.size() != count)
    builder.refuse("a matrix takes " + std::to_string(count) + " registers here");
  llvm::IRBuilder<>& ir = builder.ir();
  // Put into vectors, which keep a register undefined that nothing was stored to: see define_registers().
  std::array<llvm::Value*, Halves> halves;
  auto* const type = llvm::FixedVectorType::get(ir.getIntNTy(bits), 64 / bits);
  halves.fill(llvm::Constant::getNullValue(type));
  for (std::size_t i = 0; i < count; ++i) {
    llvm::Value*& half = halves.at(i * bits / 64);
    half = ir.CreateInsertElement(half, builder.read_int(registers[i], bits), i % (64 / bits));
  }
  for (llvm::Value*& half : halves) half = ir.CreateBitCast(half, ir.getInt64Ty());
  return halves;
}

void write_registers(const Operand& operand, std::size_t count, unsigned bits, llvm::Value* pair,
                     Builder& builder) {
  const std::vector<Operand> registers = Builder::elements(operand);
  if (registers.size() != count)
    builder.refuse("a matrix takes " + std::to_string(count) + " registers here");
  llvm::IRBuilder<>& ir = builder.ir();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t position = i * bits;
    llvm::Value* const half = ir.CreateExtractValue(pair, static_cast<unsigned>(position / 64));
    builder.write(registers[i], ir.CreateTrunc(ir.CreateLShr(half, position % 64), ir.getIntNTy(bits)));
  }
}

bool lower_matrix_load(const Instruction& instruction, Builder& builder) {
  const Move move = read_move(instruction, builder);
  llvm::Value* const row = builder.address(builder.operand(1), move.space);
  constexpr const char* kLoad = "simt_load_matrix";
  llvm::Value* const pair =
      builder.call(kLoad, pair_of(kLoad, builder), {builder.ir().getInt32(move.what()), row});
  write_registers(builder.operand(0), move.count, 32, pair, builder);
  return true;
}

bool lower_matrix_store(const Instruction& instruction, Builder& builder) {
  const Move move = read_move(instruction, builder);
  const auto value = read_registers<2>(builder.operand(1), move.count, 32, builder);
  llvm::Value* const row = builder.address(builder.operand(0), move.space);
  builder.call("simt_store_matrix", builder.ir().getVoidTy(),
               {builder.ir().getInt32(move.what()), row, value[0], value[1]});
  return true;
}

bool lower_transposition(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  for (const char* part : {"sync", "aligned", "m8n8", "trans", "b16"}) suffixes.expect(part);
  suffixes.finish();
  builder.expect_operands(2);
  llvm::Type* const i32 = builder.ir().getInt32Ty();
  builder.write(builder.operand(0),
                builder.call("simt_ptx_transposed_matrix", i32, {builder.read(builder.operand(1), i32)}));
  return true;
}

constexpr std::array<std::pair<const char*, MatrixType>, 10> kTypes{{{"f16", MatrixType::f16},
                                                                     {"bf16", MatrixType::bf16},
                                                                     {"tf32", MatrixType::tf32},
                                                                     {"f64", MatrixType::f64},
                                                                     {"s8", MatrixType::s8},
                                                                     {"u8", MatrixType::u8},
                                                                     {"e4m3", MatrixType::e4m3},
                                                                     {"e5m2", MatrixType::e5m2},
                                                                     {"f32", MatrixType::f32},
                                                                     {"s32", MatrixType::s32}}};

MatrixType type_of(const std::string& name, Builder& builder) {
  for (const auto& [known, type] : kTypes) {
    if (name == known) return type;
  }
  builder.refuse("matrices of `." + name + "` are not");
}

// .m16n8k16 and its like.
void set_shape(abi::Multiplication& m, Suffixes& suffixes, Builder& builder) {
  constexpr std::array<std::pair<const char*, std::pair<unsigned, unsigned>>, 6> kShapes{
      {{"m16n8k4", {16, 4}},
       {"m16n8k8", {16, 8}},
       {"m16n8k16", {16, 16}},
       {"m16n8k32", {16, 32}},
       {"m8n8k16", {8, 16}},
       {"m8n8k4", {8, 4}}}};
  for (const auto& [name, sides] : kShapes) {
    if (!suffixes.take(name)) continue;
    m.rows = sides.first;
    m.depth = sides.second;
    return;
  }
  builder.refuse("there is m16n8k4, m16n8k8, m16n8k16, m16n8k32, m8n8k16 and m8n8k4");
}

abi::Multiplication read_multiplication(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  if (suffixes.take("sp") || suffixes.take("sp::ordered_metadata")) builder.refuse("sparse matrices are not");
  suffixes.expect("sync");
  suffixes.expect("aligned");
  abi::Multiplication m;
  set_shape(m, suffixes, builder);
  suffixes.expect("row");
  suffixes.expect("col");
  m.saturates = suffixes.take("satfinite");
  const std::vector<std::string> types = suffixes.left();
  if (types.size() != 4) builder.refuse("the types of D, A, B and C are to be written");
  m.d = type_of(types[0], builder);
  m.a = type_of(types[1], builder);
  m.b = type_of(types[2], builder);
  m.c = type_of(types[3], builder);
  if (!abi::is_known(m)) builder.refuse("tensor cores have no such shape of these types here");
  return m;
}

// How many registers of how many bits hold the elements of a matrix.
struct RegisterCount {
  std::size_t count;
  unsigned bits;
};
RegisterCount registers_of(MatrixType type, std::uint32_t elements) {
  const unsigned bits = type == MatrixType::f64                               ? 64
                        : abi::is_byte(type) || abi::is_float8(type)          ? 8
                        : type == MatrixType::f16 || type == MatrixType::bf16 ? 16
                                                                              : 32;
  const unsigned width = std::max(bits, 32U);
  return {std::size_t{elements} / abi::kLanes * bits / width, width};
}

bool lower_multiplication(const Instruction& instruction, Builder& builder) {
  const abi::Multiplication m = read_multiplication(instruction, builder);
  builder.expect_operands(4);
  const RegisterCount of_a = registers_of(m.a, m.rows * m.depth);
  const RegisterCount of_b = registers_of(m.b, m.depth * abi::kMatrixColumns);
  const RegisterCount of_c = registers_of(m.c, m.rows * abi::kMatrixColumns);
  const RegisterCount of_d = registers_of(m.d, m.rows * abi::kMatrixColumns);
  const auto a = read_registers<2>(builder.operand(1), of_a.count, of_a.bits, builder);
  const auto b = read_registers<1>(builder.operand(2), of_b.count, of_b.bits, builder);
  const auto c = read_registers<2>(builder.operand(3), of_c.count, of_c.bits, builder);
  llvm::Value* const d = builder.call(kMultiply, pair_of(kMultiply, builder),
                                      {builder.ir().getInt32(abi::bits_of(m)), a[0], a[1], b[0], c[0], c[1]});
  write_registers(builder.operand(0), of_d.count, of_d.bits, d, builder);
  return true;
}

}  // namespace

void define_registers(llvm::Module& module) {
  llvm::Function* const multiply = module.getFunction(kMultiply);
  if (multiply == nullptr) return;
  llvm::SmallPtrSet<llvm::Value*, 32> seen;
  llvm::SmallVector<llvm::Use*, 32> open;
  for (llvm::User* call : multiply->users()) {
    for (llvm::Use& operand : call->operands()) open.push_back(&operand);
  }
  while (!open.empty()) {
    llvm::Use& use = *open.pop_back_val();
    if (llvm::isa<llvm::UndefValue>(use.get())) use.set(llvm::Constant::getAllOnesValue(use->getType()));
    auto* const packing = llvm::dyn_cast<llvm::Instruction>(use.get());
    const bool packs =
        packing != nullptr &&
        (llvm::isa<llvm::BitCastInst>(packing) || llvm::isa<llvm::InsertElementInst>(packing) ||
         llvm::isa<llvm::PHINode>(packing) || llvm::isa<llvm::SelectInst>(packing));
    if (!packs || !seen.insert(packing).second) continue;
    for (llvm::Use& operand : packing->operands()) open.push_back(&operand);
  }
}

bool lower_tensor(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "ldmatrix") return lower_matrix_load(instruction, builder);
  if (name == "stmatrix") return lower_matrix_store(instruction, builder);
  if (name == "movmatrix") return lower_transposition(instruction, builder);
  if (name == "mma") return lower_multiplication(instruction, builder);
  if (name == "wmma") builder.refuse("use nvcuda::wmma of <mma.h>, or mma.sync");
  if (name == "wgmma" || name == "tcgen05") builder.refuse("of tensor cores there is mma.sync");
  return false;
}

}  // namespace simtcc::ptx
