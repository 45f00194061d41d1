// One good module, and for each rule a change of it that the verifier must refuse for just that reason.
#include <gtest/gtest.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>
#include <string>
#include <vector>

#include "module_parts.h"
#include "verifier.h"

namespace {

using namespace simt_verifier_test;  // NOLINT(google-build-using-namespace): the parts of a module
using simt::abi::Context;

struct Rule {
  const char* name;
  const char* says;
  void (*break_it)(Module&);
};

const Rule kRules[] = {
    {"check_dropped", "logged that is not checked",
     [](Module& m) {
       BranchInst& branch = guard_of(checked_store(m));
       branch.getSuccessor(0)->removePredecessor(branch.getParent(), true);
       BranchInst::Create(branch.getSuccessor(1), &branch);
       branch.eraseFromParent();
     }},
    {"check_turned_round", "logged that is not checked",
     [](Module& m) { guard_of(checked_store(m)).swapSuccessors(); }},
    {"other_pointer", "without a check",
     [](Module& m) {
       StoreInst& store = checked_store(m);
       store.setOperand(1, cast<CallInst>(store.getPointerOperand())->getArgOperand(0));
     }},
    {"undefined_pointer", "without a check",
     [](Module& m) {
       checked_store(m).setOperand(1, UndefValue::get(checked_store(m).getPointerOperandType()));
     }},
    {"frozen_pointer", "without a check",
     [](Module& m) {
       auto* const barrier = cast<CallInst>(checked_store(m).getPointerOperand());
       barrier->replaceAllUsesWith(new FreezeInst(barrier->getArgOperand(0), "", barrier));
       barrier->eraseFromParent();
     }},
    {"real_assembler", "a call of what is no function",
     [](Module& m) {
       auto* const barrier = cast<CallInst>(checked_store(m).getPointerOperand());
       barrier->setCalledOperand(InlineAsm::get(barrier->getFunctionType(), "incq $0", "=r,0", false));
     }},
    {"another_comparison", "not the address",
     [](Module& m) { comparison_of(checked_store(m)).setPredicate(ICmpInst::ICMP_UGT); }},
    {"signed_comparison", "not the address",
     [](Module& m) { comparison_of(checked_store(m)).setPredicate(ICmpInst::ICMP_SGE); }},
    {"poisoned_distance", "not the address",
     [](Module& m) {
       first<BinaryOperator>(entry_of(m), [](BinaryOperator& sub) {
         return sub.getOpcode() == Instruction::Sub && isa<PtrToIntInst>(sub.getOperand(0));
       }).setHasNoUnsignedWrap(true);
     }},
    {"wider_than_checked", "another kind or width",
     [](Module& m) {
       StoreInst& store = checked_store(m);
       IRBuilder<> builder(&store);
       auto* const wide = PointerType::get(builder.getInt64Ty(), store.getPointerAddressSpace());
       auto* const barrier = cast<CallInst>(store.getPointerOperand());
       Value* pointer = store.getPointerOperand();
       if (pointer->getType() != wide) {  // the barrier gives the type: it is made anew
         builder.SetInsertPoint(barrier);
         auto* const type = FunctionType::get(wide, {wide}, false);
         Value* const cast = builder.CreateBitCast(barrier->getArgOperand(0), wide);
         pointer = builder.CreateCall(InlineAsm::get(type, "", "=r,0", false), {cast});
         builder.SetInsertPoint(&store);
       }
       builder.CreateAlignedStore(builder.getInt64(1), pointer, Align(4));
       store.eraseFromParent();
     }},
    {"odd_type", "odd type",
     [](Module& m) {
       LoadInst& load = checked_load(m);
       IRBuilder<> builder(&load);
       Type* const odd = builder.getIntNTy(24);
       builder.CreateLoad(odd, builder.CreateBitCast(load.getPointerOperand(),
                                                     PointerType::get(odd, load.getPointerAddressSpace())));
     }},
    {"larger_alignment", "odd type", [](Module& m) { checked_store(m).setAlignment(Align(64)); }},
    {"atomic", "an atomic store", [](Module& m) { checked_store(m).setAtomic(AtomicOrdering::Monotonic); }},
    {"window_of_another_place", "window of its place",
     [](Module& m) {
       LoadInst& begin = first<LoadInst>(entry_of(m), [](LoadInst& load) {
         return load.getType()->isIntegerTy(64) &&
                isa<LoadInst>(
                    simt_verifier::address_of(load.getPointerOperand(), load.getModule()->getDataLayout())
                        .base);
       });
       IRBuilder<> builder(&begin);
       Value* const bytes =
           builder.CreateBitCast(begin.getPointerOperand(), PointerType::getUnqual(builder.getInt8Ty()));
       begin.setOperand(0, builder.CreateBitCast(builder.CreateConstGEP1_64(builder.getInt8Ty(), bytes, 16),
                                                 begin.getPointerOperandType()));
     }},
    {"array_too_long", "more than the array has",
     [](Module& m) {
       ICmpInst& compare = known_extent(entry_of(m));
       compare.setOperand(1, ConstantInt::get(compare.getOperand(1)->getType(), 100000));
     }},
    {"local_array_too_long", "more than the array has",
     [](Module& m) {
       ICmpInst& compare = known_extent(nested_of(m));
       compare.setOperand(1, ConstantInt::get(compare.getOperand(1)->getType(), 5));
     }},
    {"entry_left_out", "entry of its own",
     [](Module& m) {
       StoreInst& store = checked_store(m);
       first<StoreInst>(entry_of(m), [&](StoreInst& entry) {
         return entry.getParent() == store.getParent() && entry.getValueOperand()->getType()->isIntegerTy(64);
       }).eraseFromParent();
     }},
    {"access_twice", "entry of its own",
     [](Module& m) { checked_store(m).clone()->insertBefore(&checked_store(m)); }},
    {"round_without_question", "never asks",
     [](Module& m) {
       CallInst& ask = call_of(entry_of(m), offsetof(Runtime, ask));
       BranchInst& branch = *cast<BranchInst>(ask.getParent()->getSinglePredecessor()->getTerminator());
       branch.setCondition(ConstantInt::getFalse(m.getContext()));
     }},
    {"recursion_without_question", "may be full",
     [](Module& m) {
       // The question behind the call: the function's last.
       BranchInst* last = nullptr;
       for (Instruction& instruction : instructions(nested_of(m))) {
         auto* const branch = dyn_cast<BranchInst>(&instruction);
         auto* const compare = branch == nullptr || !branch->isConditional()
                                   ? nullptr
                                   : dyn_cast<ICmpInst>(branch->getCondition());
         auto* const limit = compare == nullptr ? nullptr : dyn_cast<LoadInst>(compare->getOperand(1));
         if (limit != nullptr && limit->isVolatile()) last = branch;
       }
       last->setCondition(ConstantInt::getFalse(m.getContext()));
     }},
    {"local_memory_without_question", "without asking whether",
     [](Module& m) {
       CallInst& overflow = call_of(nested_of(m), offsetof(Runtime, local_overflow));
       BranchInst& branch = *cast<BranchInst>(overflow.getParent()->getSinglePredecessor()->getTerminator());
       branch.setCondition(ConstantInt::getFalse(m.getContext()));
     }},
    {"unchecked_store", "without a check",
     [](Module& m) {
       IRBuilder<> builder(entry_of(m).getEntryBlock().getTerminator());
       builder.CreateStore(
           builder.getInt32(1),
           builder.CreateIntToPtr(builder.getInt64(4096), PointerType::getUnqual(builder.getInt32Ty())));
     }},
    {"store_to_the_context", "without a check",
     [](Module& m) {
       IRBuilder<> builder(entry_of(m).getEntryBlock().getTerminator());
       Value* const field =
           builder.CreateConstGEP1_64(builder.getInt8Ty(), entry_of(m).getArg(0), offsetof(Context, windows));
       builder.CreateStore(builder.getInt64(0),
                           builder.CreateBitCast(field, PointerType::getUnqual(builder.getInt64Ty())));
     }},
    {"past_the_context", "no field of the context",
     [](Module& m) {
       IRBuilder<> builder(entry_of(m).getEntryBlock().getTerminator());
       Value* const beyond =
           builder.CreateConstGEP1_64(builder.getInt8Ty(), entry_of(m).getArg(0), sizeof(Context));
       builder.CreateLoad(builder.getInt32Ty(),
                          builder.CreateBitCast(beyond, PointerType::getUnqual(builder.getInt32Ty())));
     }},
    {"unknown_member", "no function of the machine",
     [](Module& m) {
       auto* const code = cast<LoadInst>(
           call_of(entry_of(m), offsetof(Runtime, barrier)).getCalledOperand()->stripPointerCasts());
       IRBuilder<> builder(code);
       Value* const bytes =
           builder.CreateBitCast(code->getPointerOperand(), PointerType::getUnqual(builder.getInt8Ty()));
       code->setOperand(
           0, builder.CreateBitCast(builder.CreateConstGEP1_64(builder.getInt8Ty(), bytes, sizeof(Runtime)),
                                    code->getPointerOperandType()));
     }},
    {"log_not_given_back", "without the log",
     [](Module& m) {
       CallInst& barrier = call_of(entry_of(m), offsetof(Runtime, barrier));
       for (Instruction* at = barrier.getPrevNode();; at = at->getPrevNode()) {
         if (!isa<StoreInst>(at)) continue;
         at->eraseFromParent();
         return;
       }
     }},
    {"message_anywhere", "no text of the module",
     [](Module& m) {
       CallInst& trap = call_of(entry_of(m), offsetof(Runtime, trap));
       trap.setArgOperand(2,
                          ConstantExpr::getIntToPtr(ConstantInt::get(Type::getInt64Ty(m.getContext()), 4096),
                                                    trap.getArgOperand(2)->getType()));
     }},
    {"more_printed_than_there_is", "more values to print",
     [](Module& m) {
       CallInst& print = call_of(entry_of(m), offsetof(Runtime, print));
       print.setArgOperand(3, ConstantInt::get(print.getArgOperand(3)->getType(), 100));
     }},
    {"atomic_of_another_width", "another width than its place",
     [](Module& m) {
       CallInst& atomic = call_of(entry_of(m), offsetof(Runtime, atomic));
       atomic.setArgOperand(2, ConstantInt::get(atomic.getArgOperand(2)->getType(), 4U << 8U));
     }},
    {"place_of_nobody", "no place of the table",
     [](Module& m) {
       CallInst& barrier = call_of(entry_of(m), offsetof(Runtime, barrier));
       barrier.setArgOperand(1, ConstantInt::get(barrier.getArgOperand(1)->getType(), 60000));
     }},
    {"unknown_function", "neither here nor on the list",
     [](Module& m) {
       for (Function& function : m) {
         if (function.isDeclaration() && !function.isIntrinsic()) function.setName("system");
       }
     }},
    {"attribute", "not the attributes that each function has",
     [](Module& m) { entry_of(m).addFnAttr("target-features", "+avx512f"); }},
    {"naked", "attribute that is not on the list",
     [](Module& m) { nested_of(m).addFnAttr(Attribute::Naked); }},
    {"jump_tables", "not the attributes that each function has",
     [](Module& m) { entry_of(m).removeFnAttr("no-jump-tables"); }},
    {"untouched_frames", "not the attributes that each function has",
     [](Module& m) {
       entry_of(m).removeFnAttr(simt_verifier::kProbesFrames ? "probe-stack" : "warn-stack-size");
     }},
    {"by_value", "attribute of a parameter",
     [](Module& m) { nested_of(m).addParamAttr(0, Attribute::NonNull); }},
    {"exported", "more than its code",
     [](Module& m) { entry_of(m).setLinkage(GlobalValue::ExternalLinkage); }},
    {"name_of_a_library", "whose name may be a library's",
     [](Module& m) { nested_of(m).setName("__divti3"); }},
    {"section", "a section", [](Module& m) { table(m).setSection(".init_array"); }},
    {"thread_local", "not the module's own",
     [](Module& m) { m.getGlobalVariable("own.total", true)->setThreadLocal(true); }},
    {"assembler", "more than functions and variables", [](Module& m) { m.setModuleInlineAsm("nop"); }},
    {"alias", "more than functions and variables",
     [](Module& m) { GlobalAlias::create(GlobalValue::InternalLinkage, "second", &table(m)); }},
    {"note", "a note on an instruction",
     [](Module& m) {
       checked_load(m).setMetadata(LLVMContext::MD_invariant_load, MDNode::get(m.getContext(), {}));
     }},
    {"version", "another version", [](Module& m) { set_member(table(m), 0, 99); }},
    {"too_many_places", "shorter than its count", [](Module& m) { set_member(table(m), 5, 1000); }},
    {"too_much_shared", "too much shared memory",
     [](Module& m) { set_member(table(m), 14, std::uint64_t{1} << 40U); }},
    {"unknown_fence", "a fence that the table",
     [](Module& m) {
       for (GlobalVariable& variable : m.globals()) {
         if (!variable.hasInitializer()) continue;
         auto* const rows = dyn_cast<ConstantArray>(variable.getInitializer());
         auto* const row = rows == nullptr ? nullptr : dyn_cast<ConstantStruct>(rows->getOperand(0));
         // Kernels: their fifth member is the entry.
         if (row == nullptr || row->getNumOperands() != 9 || !row->getOperand(4)->getType()->isPointerTy())
           continue;
         std::vector<Constant*> members;
         for (unsigned i = 0; i < 9; ++i) members.push_back(row->getOperand(i));
         members[7] = ConstantInt::get(members[7]->getType(), 0);
         variable.setInitializer(
             ConstantArray::get(rows->getType(), {ConstantStruct::get(row->getType(), members)}));
       }
     }},
};

std::unique_ptr<Module> good_module(LLVMContext& context) {
  SMDiagnostic problem;
  auto module = parseIRFile(GOOD_MODULE, problem, context);
  EXPECT_NE(module, nullptr) << problem.getMessage().str();
  return module;
}

TEST(Verifier, PassesAGoodModule) {
  LLVMContext context;
  EXPECT_EQ(simt_verifier::problem_of(*good_module(context)), "");
}

class BrokenRule : public testing::TestWithParam<Rule> {};

TEST_P(BrokenRule, IsRefusedForItsReason) {
  LLVMContext context;
  const auto module = good_module(context);
  GetParam().break_it(*module);
  EXPECT_NE(simt_verifier::problem_of(*module).find(GetParam().says), std::string::npos)
      << simt_verifier::problem_of(*module);
}

INSTANTIATE_TEST_SUITE_P(Verifier, BrokenRule, testing::ValuesIn(kRules),
                         [](const auto& rule) { return std::string(rule.param.name); });

}  // namespace
