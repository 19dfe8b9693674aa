// The calls of landlock(7), which the C library does not have. Each returns -1 and sets errno on failure.
#pragma once

/// The version of landlock that the running system has.
int rse_landlock_version(void);

/// A set of rules that forbids these actions: on files, on the network, and towards other processes.
int rse_landlock_rules(unsigned long long files, unsigned long long network, unsigned long long scopes);

/// Allows the actions on what is at, or below, an open file or folder.
int rse_landlock_allow(int rules, int file, unsigned long long actions);

/// Restricts the calling thread, or all threads, to the rules, for ever; they give up to gain privileges by programs
/// that they start.
int rse_landlock_restrict(int rules, int all_threads);
