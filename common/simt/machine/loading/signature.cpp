#include "simt/signature.h"

namespace simt {

std::string text_of(const Signature& signature) {
  std::string text = "(";
  for (const Parameter& parameter : signature.parameters) {
    if (text.size() > 1) text += ", ";
    text += parameter.type + (parameter.name.empty() ? "" : " " + parameter.name);
  }
  return text + ")";
}

}  // namespace simt
