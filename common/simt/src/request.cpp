#include "simt/request.h"

#include "request_rules.h"

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
  }
  return "access";
}

RequestCost cost_of(const Request& request) {
  switch (request.space) {
    case Space::global:
      return request.op == Op::atomic ? global_atomic_cost(request) : global_cost(request);
    case Space::shared:
      return request.op == Op::atomic && request.form != AtomicForm::count ? shared_atomic_cost(request)
                                                                           : shared_cost(request);
    case Space::constant:
      return constant_cost(request);
    case Space::texture:
      return texture_cost(request);
    case Space::local:
      return local_cost(request);
  }
  return {};
}

}  // namespace simt
