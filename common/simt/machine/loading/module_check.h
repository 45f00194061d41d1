// What the machine believes of a module's table, checked when the module is loaded. simtcc's verifier shows
// of the code what it needs the table for; names, types and all other text are this file's.
#pragma once

#include "loading/module.h"

namespace simt {

// Throws Error when a pointer of the table leads out of the module, when an array or a text is not as long as
// the table says, or when a number is none that the contract knows.
void check_table(const Module::Image& image);

}  // namespace simt
