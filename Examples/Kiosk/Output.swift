import Glibc

/// Prints a line at once, even where the output goes to a journal or another program.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
