// Machine code of a module that passed: it is the same whatever the module's attributes, notes and alignments
// say, and it has a check and a log entry for each access.
#include <gtest/gtest.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "back/emit.h"
#include "back/masked_sides.h"
#include "back/vector_accesses.h"
#include "module_parts.h"

namespace {

using namespace simt_verifier_test;  // NOLINT(google-build-using-namespace): the parts of a module

std::string code_of(Module& module) {
  const auto bytes = simtcc::object_code(module);
  return {bytes.begin(), bytes.end()};
}

struct Hint {
  const char* name;
  void (*give)(Module&);
};

const Hint kHints[] = {
    {"features", [](Module& m) { entry_of(m).addFnAttr("target-features", "+avx512f"); }},
    {"naked", [](Module& m) { nested_of(m).addFnAttr(Attribute::Naked); }},
    {"jump_tables", [](Module& m) { entry_of(m).removeFnAttr("no-jump-tables"); }},
    {"untouched_frames",
     [](Module& m) {
       entry_of(m).addFnAttr("probe-stack", "none");
       nested_of(m).addFnAttr("no-stack-arg-probe");
     }},
    {"parameter", [](Module& m) { nested_of(m).addParamAttr(0, Attribute::NonNull); }},
    {"promise_of_a_function", [](Module& m) { nested_of(m).setDoesNotReturn(); }},
    {"promise_of_a_primitive", [](Module& m) { m.getFunction("simt.ask")->setDoesNotReturn(); }},
    {"promise_of_a_library", [](Module& m) { m.getFunction("erff")->setDoesNotReturn(); }},
    {"promise_of_a_call", [](Module& m) { recursion_of(nested_of(m)).addFnAttr(Attribute::ReadNone); }},
    {"alignment",
     [](Module& m) {
       for (Instruction& instruction : instructions(entry_of(m))) {
         if (auto* const load = dyn_cast<LoadInst>(&instruction)) load->setAlignment(Align(4096));
       }
     }},
    {"fast_arithmetic",
     [](Module& m) {
       for (Instruction& instruction : instructions(entry_of(m))) {
         if (isa<FPMathOperator>(instruction)) instruction.setFast(true);
       }
     }},
    {"note",
     [](Module& m) {
       for (Instruction& instruction : instructions(entry_of(m))) {
         if (isa<LoadInst>(instruction))
           instruction.setMetadata(LLVMContext::MD_nontemporal, MDNode::get(m.getContext(), {}));
       }
     }},
};

class Hinted : public testing::TestWithParam<Hint> {};

TEST_P(Hinted, ChangesNoCode) {
  LLVMContext context;
  const auto plain = good_module(context);
  const auto hinted = good_module(context);
  GetParam().give(*hinted);
  EXPECT_EQ(simt_verifier::problem_of(*hinted), "");
  EXPECT_EQ(code_of(*plain), code_of(*hinted));
}

INSTANTIATE_TEST_SUITE_P(Code, Hinted, testing::ValuesIn(kHints),
                         [](const auto& hint) { return std::string(hint.param.name); });

bool is_barrier(const Value* value) {
  const auto* const call = dyn_cast<CallInst>(value->stripPointerCasts());
  return call != nullptr && isa<InlineAsm>(call->getCalledOperand());
}

// Returns the condition of the branch before an access's block: whether the machine must be asked.
const ICmpInst* condition_of(const Instruction& access) {
  for (const BasicBlock* before : predecessors(access.getParent())) {
    const auto* const branch = dyn_cast<BranchInst>(before->getTerminator());
    if (branch != nullptr && branch->isConditional()) return dyn_cast<ICmpInst>(branch->getCondition());
  }
  return nullptr;
}

TEST(Code, HasACheckForEachAccess) {
  LLVMContext context;
  const auto module = good_module(context);
  unsigned expected = 0;
  for (const Function& function : *module) {
    const auto primitive = simt_verifier::primitive_of(function);
    if (primitive == simt_verifier::Primitive::load || primitive == simt_verifier::Primitive::store)
      expected += function.getNumUses();
  }
  simtcc::expand_primitives(*module);
  unsigned found = 0;
  for (Function& function : *module) {
    for (Instruction& instruction : instructions(function)) {
      const Value* const pointer = getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || !is_barrier(pointer)) continue;
      ++found;
      // A known object may begin anywhere: instructions for aligned vectors would stop the process there.
      EXPECT_EQ(getLoadStoreAlignment(&instruction), Align());
      const ICmpInst* const condition = condition_of(instruction);
      ASSERT_NE(condition, nullptr);
      EXPECT_EQ(condition->getPredicate(), ICmpInst::ICMP_UGE);
      // The comparison uses the very pointer that is accessed.
      const Value* distance = condition->getOperand(0);
      if (const auto* const rotated = dyn_cast<CallInst>(distance)) distance = rotated->getArgOperand(0);
      const auto* const address = cast<PtrToIntInst>(cast<BinaryOperator>(distance)->getOperand(0));
      EXPECT_EQ(address->getPointerOperand(), pointer->stripPointerCasts());
    }
  }
  EXPECT_EQ(found, expected);
  EXPECT_GT(found, 0U);
}

// Whether the pointer leads to what the machine gave the code: the context, arguments, frame, log, windows, or the code's own stack.
bool is_of_the_machine(const Value* pointer, SmallPtrSetImpl<const Value*>& seen) {
  if (!seen.insert(pointer).second || isa<Argument>(pointer) || isa<AllocaInst>(pointer)) return true;
  if (const auto* const phi = dyn_cast<PHINode>(pointer)) {
    return all_of(phi->incoming_values(),
                  [&](const Use& value) { return is_of_the_machine(value.get(), seen); });
  }
  const bool leads_on =
      isa<GetElementPtrInst>(pointer) || isa<BitCastInst>(pointer) || isa<LoadInst>(pointer);
  return leads_on && is_of_the_machine(cast<Instruction>(pointer)->getOperand(0), seen);
}

bool is_checked(const Value& condition) {
  if (const auto* const compare = dyn_cast<ICmpInst>(&condition)) {
    if (compare->getPredicate() == ICmpInst::ICMP_UGE) return true;
    const auto* const bits = dyn_cast<BitCastInst>(compare->getOperand(0));  // of all lanes
    return compare->getPredicate() == ICmpInst::ICMP_NE && bits != nullptr &&
           is_checked(*bits->getOperand(0));
  }
  const auto* const both = dyn_cast<BinaryOperator>(&condition);  // of the first lane, and of the last
  return both != nullptr && both->getOpcode() == Instruction::Or && is_checked(*both->getOperand(0)) &&
         is_checked(*both->getOperand(1));
}

// Every way to this block is a check that holds, or the machine's answer.
bool is_behind_check(const BasicBlock& block) {
  return all_of(predecessors(&block), [](const BasicBlock* before) {
    const auto* const branch = cast<BranchInst>(before->getTerminator());
    if (branch->isConditional()) return is_checked(*branch->getCondition());
    return any_of(*before, [](const Instruction& instruction) {
      const auto* const call = dyn_cast<CallInst>(&instruction);
      return call != nullptr && call->isIndirectCall();
    });
  });
}

// The addresses that one lane's is taken from are one value, wherever they are used, or the machine's.
bool are_fixed(const Value* addresses) {
  if (const auto* const either = dyn_cast<PHINode>(addresses))
    return all_of(either->incoming_values(), [](const Use& value) { return are_fixed(value.get()); });
  if (const auto* const both = dyn_cast<ShuffleVectorInst>(addresses)) {
    const auto is_fixed = [](const Value* value) {
      return isa<UndefValue>(value) || isa<PoisonValue>(value) || is_barrier(value) || are_fixed(value);
    };
    return is_fixed(both->getOperand(0)) && is_fixed(both->getOperand(1));
  }
  if (const auto* const all = dyn_cast<InsertElementInst>(addresses)) {
    const auto* const one = dyn_cast<ExtractElementInst>(all->getOperand(1));
    return is_barrier(all->getOperand(1)) || (one != nullptr && are_fixed(one->getVectorOperand()));
  }
  if (const auto* const either = dyn_cast<SelectInst>(addresses))
    return are_fixed(either->getTrueValue()) && are_fixed(either->getFalseValue());
  const auto* const load = dyn_cast<LoadInst>(addresses);
  return load != nullptr && isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()));
}

TEST(Code, HasACheckForEachAccessOfSeveralLanes) {
  LLVMContext context;
  const auto module = good_module(context);
  const simtcc::KernelCode kernels = simtcc::make_kernels(*module, true, {UINT_MAX, UINT_MAX, UINT_MAX});
  unsigned found = 0;
  for (Function& function : *module) {
    if (kernels.of_vectors.count(&function) == 0) continue;
    for (const Instruction& instruction : instructions(function)) {
      const Value* const pointer = getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const auto* const number = dyn_cast<IntToPtrInst>(pointer);
      if (number == nullptr) {
        SmallPtrSet<const Value*, 8> seen;
        EXPECT_TRUE(is_of_the_machine(pointer, seen)) << function.getName().str();
        continue;
      }
      ++found;
      EXPECT_EQ(getLoadStoreAlignment(const_cast<Instruction*>(&instruction)), Align());
      const auto* const element = dyn_cast<ExtractElementInst>(number->getOperand(0));
      ASSERT_NE(element, nullptr);
      EXPECT_TRUE(are_fixed(element->getVectorOperand()));
      EXPECT_TRUE(is_behind_check(*instruction.getParent()));
    }
  }
#if defined(__x86_64__)
  EXPECT_GT(found, 0U);
#endif
}

// Those functions that take a mask, in a module in which something calls them.
void add_masked_accesses(Module& module) {
  LLVMContext& context = module.getContext();
  IRBuilder<> builder(context);
  Type* const byte_pointer = builder.getInt8PtrTy();
  Type* const values = FixedVectorType::get(builder.getFloatTy(), simtcc::kVectorLanes);
  auto* const type = FunctionType::get(
      builder.getVoidTy(),
      {entry_of(module).getArg(0)->getType(), FixedVectorType::get(byte_pointer, simtcc::kVectorLanes),
       byte_pointer, builder.getInt8Ty(), values},
      false);
  Function* const caller = Function::Create(type, Function::InternalLinkage, "caller", module);
  simtcc::VectorAccesses accesses(*caller, builder);
  simtcc::VectorAccess access{0, builder.getFloatTy(), true, 0, caller->getArg(1), caller->getArg(2)};
  accesses.load_under(caller->getArg(3), access);
  access.is_load = false;
  accesses.store_under(caller->getArg(3), access, {nullptr, caller->getArg(4), {}});
  builder.CreateRetVoid();
  accesses.finish();
}

TEST(Code, HasACheckForEachAccessUnderAMask) {
  LLVMContext context;
  const auto module = good_module(context);
  add_masked_accesses(*module);
  unsigned found = 0;
  for (const char* const name : {"simt.scattered.masked.load.float", "simt.scattered.masked.store.float"}) {
    Function* const function = module->getFunction(name);
    ASSERT_NE(function, nullptr) << name;
    // A mask of an undefined condition may be 0: nobody would be asked for the lanes' address then.
    const Argument* const mask = function->getArg(7);
    ASSERT_TRUE(mask->hasOneUse());
    const auto* const fixed = mask->user_back()->user_back();
    ASSERT_TRUE(is_barrier(fixed) && fixed->hasOneUse());
    const auto* const most = dyn_cast<IntrinsicInst>(fixed->user_back());
    ASSERT_TRUE(most != nullptr && most->getIntrinsicID() == Intrinsic::umax);
    EXPECT_TRUE(cast<ConstantInt>(most->getArgOperand(1))->isOne());
    for (const Instruction& instruction : instructions(*function)) {
      const Value* const pointer = getLoadStorePointerOperand(&instruction);
      const auto* const number = pointer == nullptr ? nullptr : dyn_cast<IntToPtrInst>(pointer);
      if (number == nullptr) continue;
      ++found;
      const auto* const addresses =
          dyn_cast<PHINode>(cast<ExtractElementInst>(number->getOperand(0))->getVectorOperand());
      ASSERT_NE(addresses, nullptr);
      EXPECT_TRUE(are_fixed(addresses));
      EXPECT_TRUE(is_behind_check(*addresses->getParent()));
    }
  }
  EXPECT_EQ(found, 2 * simtcc::kVectorLanes);
}

// The branches of a function of this body that lanes need not part at.
std::size_t masked_in(const std::string& body) {
  LLVMContext context;
  SMDiagnostic problem;
  const auto module = parseAssemblyString(R"(
declare float @simt.load.float(i32, i8*, i8*, i64)
declare void @simt.store.float(i32, i8*, i8*, i64, float)
declare void @simt.log(i32)
declare i64 @other(i32)
define void @kernel(i1 %c, i8* %p, i32 %n, i8* %own) {
before:
)" + body + "}",
                                          problem, context);
  EXPECT_NE(module, nullptr) << problem.getMessage().str();
  return module == nullptr ? 0 : simtcc::masked_branches_of(*module->getFunction("kernel")).size();
}

TEST(MaskedSides, OnlyComputeLoadAndStore) {
  const std::string begins = "br i1 %c, label %yes, label %join\nyes:\n";
  const std::string ends = "br label %join\njoin:\nret void\n";
  const std::string loads = "%v = call float @simt.load.float(i32 1, i8* %p, i8* %p, i64 0)\n";
  EXPECT_EQ(masked_in(begins + loads + ends), 1U);
  EXPECT_EQ(masked_in("br i1 %c, label %join, label %no\nno:\n" + loads + ends), 1U);
  EXPECT_EQ(masked_in("br i1 %c, label %yes, label %no\nyes:\n" + loads +
                      "br label %join\nno:\n%d = udiv i32 %n, 3\n" + ends),
            1U);
  // A lane's own array; a division that may trap; what logs anything else; a function; a loop; a way out.
  EXPECT_EQ(masked_in("%a = getelementptr i8, i8* %own, i32 %n\n" + begins +
                      "%v = call float @simt.load.float(i32 1, i8* %p, i8* %a, i64 64)\n" + ends),
            0U);
  EXPECT_EQ(masked_in(begins + "%d = sdiv i32 7, %n\n" + ends), 0U);
  EXPECT_EQ(masked_in(begins + "%d = sdiv i32 %n, -1\n" + ends), 0U);
  EXPECT_EQ(masked_in(begins + "call void @simt.log(i32 2)\n" + ends), 0U);
  EXPECT_EQ(masked_in(begins + "%r = call i64 @other(i32 2)\n" + ends), 0U);
  EXPECT_EQ(
      masked_in(
          "br label %again\nagain:\nbr i1 %c, label %yes, label %join\nyes:\nbr label %again\njoin:\nret void\n"),
      0U);
  EXPECT_EQ(masked_in(begins + "ret void\njoin:\nret void\n"), 0U);
}

// The same after conditions were joined, and how many branches there are then.
std::pair<std::size_t, int> after_joining(const std::string& body) {
  LLVMContext context;
  SMDiagnostic problem;
  const auto module = parseAssemblyString(R"(
declare float @simt.load.float(i32, i8*, i8*, i64)
declare void @use(i32)
define void @kernel(i1 %c, i1 %d, i8* %p, i32 %n) {
before:
)" + body + "}",
                                          problem, context);
  EXPECT_NE(module, nullptr) << problem.getMessage().str();
  if (module == nullptr) return {};
  Function& kernel = *module->getFunction("kernel");
  simtcc::join_conditions(kernel);
  EXPECT_FALSE(verifyFunction(kernel, &errs()));
  const auto branches = std::count_if(kernel.begin(), kernel.end(), [](const BasicBlock& block) {
    return block.getTerminator()->getNumSuccessors() > 1;
  });
  return {simtcc::masked_branches_of(kernel).size(), branches};
}

using Branches = std::pair<std::size_t, int>;

TEST(MaskedSides, LieBehindConditionsThatAreJoined) {
  const std::string side =
      "yes:\n%v = call float @simt.load.float(i32 1, i8* %p, i8* %p, i64 0)\nbr label %join\n";
  const std::string join =
      "join:\n%x = phi i32 [ 1, %before ], [ 2, %more ], [ 3, %yes ]\ncall void @use(i32 %x)\nret void\n";
  const std::string and_more = "br i1 %c, label %more, label %join\nmore:\n";
  EXPECT_EQ(after_joining(and_more + "br i1 %d, label %yes, label %join\n" + side + join), Branches(1, 1));
  EXPECT_EQ(after_joining("br i1 %c, label %join, label %more\nmore:\n%e = xor i1 %d, %c\n"
                          "br i1 %e, label %join, label %yes\n" +
                          side + join),
            Branches(1, 1));
  EXPECT_EQ(after_joining("br i1 %c, label %yes, label %more\nmore:\n"
                          "br i1 %d, label %yes, label %join\n" +
                          side + "join:\nret void\n"),
            Branches(1, 1));
  // What may trap, loads or says anything is done only where it must be; and a side that cannot be masked needs no joined conditions.
  for (const char* const between :
       {"%q = udiv i32 7, %n\n", "%w = call float @simt.load.float(i32 2, i8* %p, i8* %p, i64 0)\n",
        "call void @use(i32 3)\n"})
    EXPECT_EQ(after_joining(and_more + between + "br i1 %d, label %yes, label %join\n" + side + join),
              Branches(1, 2));
  EXPECT_EQ(after_joining(and_more +
                          "br i1 %d, label %yes, label %join\nyes:\ncall void @use(i32 1)\n"
                          "br label %join\n" +
                          join),
            Branches(0, 2));
}

}  // namespace
