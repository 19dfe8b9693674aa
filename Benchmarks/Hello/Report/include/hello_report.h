// What the small programs of the benchmark tell it.
#pragma once

// Writes the name of what has just happened, the instant of CLOCK_MONOTONIC in nanoseconds, and how many views drew
// themselves so far, in a line to the standard output.
void hello_report(const char *what, long draws);
