// Signals in the program's host code: a device pointer that it followed is named before the program ends.
//
// While a kernel runs they are the machine's, which drops the lane. Otherwise they go to whoever handled them
// before the device began: the report's writer, or the program itself.
#pragma once

namespace cudart {

// note_signal_handlers() is called before the machine begins, watch_host_faults() after it.
void note_signal_handlers();
void watch_host_faults();

}  // namespace cudart
