import Glibc

/// Prints a line at once, even where the output goes to a journal or another program.
///
/// A test puts its own function here.
@MainActor var say: @MainActor (String) -> Void = { line in
    print(line)
    fflush(nil)
}
