// One good module, and for each rule a change of it that the verifier must refuse for just that reason.
#include <gtest/gtest.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

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

// An i32 in memory, at an address that nobody has checked.
Value* anywhere(IRBuilder<>& builder, unsigned space = 0) {
  return builder.CreateIntToPtr(builder.getInt64(4096), PointerType::get(builder.getInt32Ty(), space));
}
// Returns the address so many bytes behind another one, as that of a value of this type.
Value* behind(IRBuilder<>& builder, Value* address, std::uint64_t bytes, Type* type, unsigned space = 0) {
  Value* const from = builder.CreateBitCast(address, PointerType::getUnqual(builder.getInt8Ty()));
  return builder.CreatePointerBitCastOrAddrSpaceCast(
      builder.CreateConstGEP1_64(builder.getInt8Ty(), from, bytes), PointerType::get(type, space));
}
IRBuilder<> at_end_of_entry(Module& m) { return IRBuilder<>(entry_of(m).getEntryBlock().getTerminator()); }
void load_from_context(Module& m, std::uint64_t offset, unsigned space = 0) {
  IRBuilder<> builder = at_end_of_entry(m);
  Type* const number = builder.getInt32Ty();
  builder.CreateLoad(number, behind(builder, entry_of(m).getArg(0), offset, number, space));
}
void rename(Module& m, const std::string& from, const std::string& to) { m.getFunction(from)->setName(to); }

std::string member(std::size_t offset) { return "simt.call." + std::to_string(offset); }

const Rule kRules[] = {
    {"place_of_a_load", "another kind or width",
     [](Module& m) {
       CallInst& store = call_of(entry_of(m), "store.float");
       store.setArgOperand(0, call_of(entry_of(m), "load.float").getArgOperand(0));
     }},
    {"place_of_another_width", "another kind or width",
     [](Module& m) {
       CallInst& wide = call_of(nested_of(m), "store.<4 x i32>");
       wide.setArgOperand(0, call_of(nested_of(m), "store.i32").getArgOperand(0));
     }},
    {"place_that_is_not_known", "a number that is not known",
     [](Module& m) { call_of(nested_of(m), "store.i32").setArgOperand(0, nested_of(m).getArg(1)); }},
    {"place_of_nobody", "no place of the table",
     [](Module& m) { set_number(member_call(entry_of(m), offsetof(Runtime, barrier)), 0, 60000); }},
    {"array_too_long", "more than the array has",
     [](Module& m) { set_number(known_access(entry_of(m), "store.float", true), 3, 257); }},
    {"array_elsewhere", "more than the array has",
     [](Module& m) {
       CallInst& store = known_access(entry_of(m), "store.float", true);
       IRBuilder<> builder(&store);
       store.setArgOperand(2, builder.CreateConstGEP1_64(builder.getInt8Ty(), store.getArgOperand(2), 4));
     }},
    {"array_of_an_argument", "more than the array has",
     [](Module& m) { set_number(known_access(entry_of(m), "load.float", false), 3, 4); }},
    {"array_of_unknown_length", "a number that is not known",
     [](Module& m) {
       CallInst& store = call_of(nested_of(m), "store.i32");
       IRBuilder<> builder(&store);
       store.setArgOperand(3, builder.CreateZExt(nested_of(m).getArg(1), builder.getInt64Ty()));
     }},
    {"local_array_too_long", "more than the array has",
     [](Module& m) { set_number(known_access(nested_of(m), "store.i32", true), 3, 17); }},
    {"store_to_a_constant", "more than the array has",
     [](Module& m) {
       CallInst& store = known_access(entry_of(m), "store.float", false);
       store.setArgOperand(
           2, ConstantExpr::getPointerBitCastOrAddrSpaceCast(m.getGlobalVariable("own.factors", true),
                                                             store.getArgOperand(2)->getType()));
       set_number(store, 3, 32);
     }},
    {"store_by_itself", "an instruction that is not on the list",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       builder.CreateStore(builder.getInt32(1), anywhere(builder));
     }},
    {"load_by_itself", "memory is read without a primitive",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       builder.CreateLoad(builder.getInt32Ty(), anywhere(builder));
     }},
    {"load_by_itself_in_a_function", "memory is read without a primitive",
     [](Module& m) {
       IRBuilder<> builder(nested_of(m).getEntryBlock().getTerminator());
       builder.CreateLoad(builder.getInt32Ty(), nested_of(m).getArg(2));
     }},
    {"stack", "an instruction that is not on the list",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       builder.CreateAlloca(builder.getInt32Ty());
     }},
    {"atomic_by_itself", "a load that is atomic",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       builder.CreateLoad(builder.getInt32Ty(), anywhere(builder))->setAtomic(AtomicOrdering::Monotonic);
     }},
    {"assembler_in_the_code", "no function of the module",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       auto* const type = FunctionType::get(builder.getVoidTy(), false);
       builder.CreateCall(InlineAsm::get(type, "nop", "", true), {});
     }},
    {"windows_of_the_context", "no field of the context",
     [](Module& m) { load_from_context(m, offsetof(Context, windows)); }},
    {"past_the_context", "no field of the context", [](Module& m) { load_from_context(m, sizeof(Context)); }},
    {"segment_of_the_processor", "or of a segment",
     [](Module& m) { load_from_context(m, offsetof(Context, thread_index), 257); }},
    {"one_argument_too_many", "no argument of the kernel",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       Type* const pointer = PointerType::getUnqual(builder.getInt8Ty());
       builder.CreateLoad(pointer, behind(builder, entry_of(m).getArg(1), 40, pointer));
     }},
    {"beside_an_argument", "from beside an argument",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       Type* const pointer = PointerType::getUnqual(builder.getInt8Ty());
       Value* const pair = builder.CreateLoad(pointer, behind(builder, entry_of(m).getArg(1), 32, pointer));
       builder.CreateLoad(builder.getInt32Ty(), behind(builder, pair, 6, builder.getInt32Ty()));
     }},
    {"round_without_question", "never asks",
     [](Module& m) { call_of(entry_of(m), "ask").eraseFromParent(); }},
    {"function_without_question", "may be full",
     [](Module& m) { call_of(nested_of(m), "ask").eraseFromParent(); }},
    {"recursion_without_question", "may be full",
     [](Module& m) { call_after(recursion_of(nested_of(m))).eraseFromParent(); }},
    {"call_that_is_not_logged", "a call that is not logged",
     [](Module& m) { call_before(recursion_of(nested_of(m))).eraseFromParent(); }},
    {"logged_twice", "logged and not made",
     [](Module& m) {
       CallInst& log = call_before(recursion_of(nested_of(m)));
       log.clone()->insertBefore(&log);
     }},
    {"end_that_is_not_logged", "made and not logged",
     [](Module& m) {
       for (BasicBlock& block : nested_of(m)) {
         if (isa<ReturnInst>(block.getTerminator())) call_before(*block.getTerminator()).eraseFromParent();
       }
     }},
    {"access_logged_by_itself", "an access is logged",
     [](Module& m) {
       call_of(entry_of(m), "log").setArgOperand(0, call_of(entry_of(m), "store.float").getArgOperand(0));
     }},
    {"call_with_another_context", "without the context",
     [](Module& m) {
       CallInst& call = recursion_of(nested_of(m));
       call.setArgOperand(0, Constant::getNullValue(call.getArgOperand(0)->getType()));
     }},
    {"call_of_a_kernel", "or of a kernel",
     [](Module& m) {
       CallInst& call = recursion_of(nested_of(m));
       IRBuilder<> builder(&call_before(call));
       Function& entry = entry_of(m);
       auto* const log = cast<CallInst>(call_before(call).clone());
       builder.Insert(log);
       builder.CreateCall(&entry,
                          {call.getArgOperand(0), Constant::getNullValue(entry.getArg(1)->getType())});
     }},
    {"local_memory_twice", "taken once",
     [](Module& m) {
       CallInst& local = call_of(nested_of(m), "local");
       local.clone()->insertAfter(&local);
     }},
    {"local_memory_in_a_loop", "taken once",
     [](Module& m) {
       auto* const local = cast<CallInst>(call_of(nested_of(m), "local").clone());
       local->insertBefore(&call_of(entry_of(m), "log"));
     }},
    {"endless_local_memory", "taken once",
     [](Module& m) { set_number(call_of(nested_of(m), "local"), 1, std::uint64_t{1} << 40U); }},
    {"more_entries_than_the_log_has", "more entries than",
     [](Module& m) {
       CallInst& store = call_of(entry_of(m), "store.float");
       for (unsigned i = 0; i < 100; ++i) store.clone()->insertBefore(&store);
     }},
    {"unknown_member", "no function of the machine",
     [](Module& m) { rename(m, member(offsetof(Runtime, barrier)), member(sizeof(Runtime))); }},
    {"member_of_the_guards", "no function of the machine",
     [](Module& m) {
       rename(m, member(offsetof(Runtime, barrier)), member(offsetof(Runtime, clear_local)));
     }},
    {"member_of_another_type", "not declared as the contract says",
     [](Module& m) { rename(m, member(offsetof(Runtime, barrier)), member(offsetof(Runtime, sync_warp))); }},
    {"address_of_a_primitive", "a primitive has no address",
     [](Module& m) {
       IRBuilder<> builder = at_end_of_entry(m);
       builder.CreatePtrToInt(m.getFunction("simt.ask"), builder.getInt64Ty());
     }},
    {"access_of_an_odd_type", "not declared as the contract says",
     [](Module& m) {
       Type* const number = Type::getIntNTy(m.getContext(), 24);
       CallInst& load = call_of(entry_of(m), "load.float");
       std::vector<Type*> types;
       for (Value* argument : load.args()) types.push_back(argument->getType());
       m.getOrInsertFunction("simt.load.i24", FunctionType::get(number, types, false));
     }},
    {"more_printed_than_there_may_be", "too many values to print",
     [](Module& m) {
       Function& print = *m.getFunction("simt.print.2");
       std::vector<Type*> types(35, Type::getInt64Ty(m.getContext()));
       types[0] = print.getFunctionType()->getParamType(0);
       types[1] = print.getFunctionType()->getParamType(1);
       m.getOrInsertFunction("simt.print.33", FunctionType::get(print.getReturnType(), types, false));
     }},
    {"place_of_another_call", "of another kind",
     [](Module& m) {
       CallInst& barrier = member_call(entry_of(m), offsetof(Runtime, barrier));
       barrier.setArgOperand(0, call_of(entry_of(m), "store.float").getArgOperand(0));
     }},
    {"plain_load_at_the_place_of_matrices", "another kind or width",
     [](Module& m) {
       CallInst& load = call_of(entry_of(m), "load.float");
       IRBuilder<> builder(&load);
       std::vector<Type*> types;
       for (Value* argument : load.args()) types.push_back(argument->getType());
       auto* const row = FixedVectorType::get(builder.getInt32Ty(), 4);
       Value* const place = member_call(entry_of(m), offsetof(Runtime, load_matrix)).getArgOperand(0);
       builder.CreateCall(m.getOrInsertFunction("simt.load.row", FunctionType::get(row, types, false)),
                          {place, load.getArgOperand(1), load.getArgOperand(2), builder.getInt64(0)});
     }},
    {"unknown_function", "neither here nor on the list",
     [](Module& m) {
       for (Function& function : m) {
         if (function.getName() == "erff") function.setName("system");
       }
     }},
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
    {"another_calling_convention", "a calling convention",
     [](Module& m) { nested_of(m).setCallingConv(CallingConv::Fast); }},
    {"variable_too_long", "not as large as the table says",
     [](Module& m) {
       GlobalVariable& total = *m.getGlobalVariable("own.total", true);
       auto* const pair = StructType::get(total.getValueType(), total.getValueType());
       auto* const longer =
           new GlobalVariable(m, pair, false, GlobalValue::InternalLinkage, Constant::getNullValue(pair),
                              "own.longer", nullptr, GlobalValue::NotThreadLocal, total.getAddressSpace());
       total.replaceAllUsesWith(ConstantExpr::getPointerBitCastOrAddrSpaceCast(longer, total.getType()));
     }},
    {"writable_constant", "said to be writable",
     [](Module& m) { m.getGlobalVariable("own.total", true)->setConstant(true); }},
    {"version", "another version", [](Module& m) { set_member(table(m), 0, 99); }},
    {"too_many_places", "a table is too short", [](Module& m) { set_member(table(m), 5, 1000); }},
};

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
