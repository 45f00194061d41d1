// How the machine refuses what it does not have: at the line that uses it, by a message that begins with
// "SIMT machine:".
#pragma once

#include "simt_qualifiers.h"

#define SIMT_UNSUPPORTED(text) __attribute__((unavailable("SIMT machine: " text)))
