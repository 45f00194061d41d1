#include "simt/request.h"

#include "requests/request_rules.h"

namespace simt {

const char* name_of(Space space) {
  switch (space) {
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::constant:
      return "constant";
    case Space::texture:
      return "texture";
    case Space::local:
      return "local";
    case Space::kCount:
      break;
  }
  return "memory";
}

const char* name_of(Op op) {
  switch (op) {
    case Op::load:
      return "load";
    case Op::store:
      return "store";
    case Op::atomic:
      return "atomic";
    case Op::kCount:
      break;
  }
  return "access";
}

const char* name_of(Instruction instruction, Op op) {
  const bool is_load = op == Op::load;
  switch (instruction) {
    case Instruction::plain:
      return name_of(op);
    case Instruction::matrix1:
      return is_load ? "ldmatrix.x1" : "stmatrix.x1";
    case Instruction::matrix2:
      return is_load ? "ldmatrix.x2" : "stmatrix.x2";
    case Instruction::matrix4:
      return is_load ? "ldmatrix.x4" : "stmatrix.x4";
    case Instruction::kCount:
      break;
  }
  return name_of(op);
}

// Of an operation that one lane does for all, the lowest lane's.
RequestCost cost_of(const Request& request) {
  if (request.form == AtomicForm::once && (request.active & (request.active - 1)) != 0) {
    Request one = request;
    one.active = request.active & (~request.active + 1);
    return cost_of(one);
  }
  switch (request.space) {
    case Space::global:
      return request.op == Op::atomic ? global_atomic_cost(request) : global_cost(request);
    case Space::shared:
      return shared_cost(request);
    case Space::constant:
      return constant_cost(request);
    case Space::texture:
      return texture_cost(request);
    case Space::local:
      return local_cost(request);
    case Space::kCount:
      break;
  }
  return {};
}

BankPasses passes_of(const Request& request) {
  return request.space == Space::shared ? shared_passes(request) : BankPasses{};
}

}  // namespace simt
