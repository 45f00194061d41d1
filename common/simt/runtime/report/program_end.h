// Sees to it that the report is written, however the program ends: main() that returns, exit(), an error in
// host code, Ctrl-C.
//
// A thread of its own writes it when a signal ends the program, since the thread that was stopped may hold
// any lock, of malloc() or of the runtime. It also writes the report's file again after launches, at most
// once a second: something is left of a program that is killed.
#pragma once

namespace cudart {

class Recorder;

// Called once, before main(). Signals that the program handles or ignores itself are left to it.
void report_at_end(Recorder& recorder);

// Something was recorded.
void note_change();

// Ends the program by this signal, after its report. It is called from a signal handler.
[[noreturn]] void end_by_signal(int signal);

}  // namespace cudart
