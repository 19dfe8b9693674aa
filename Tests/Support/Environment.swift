import Glibc

/// What the environment says by that name; nil where it does not, or not in a way that can be read.
package func environment<Value: LosslessStringConvertible>(_ name: String) -> Value? {
    getenv(name).flatMap { Value(String(cString: $0)) }
}

/// The value of `ASAN_OPTIONS` for a child process: the options of this process, and one more.
package func addressSanitizerOptions(adding option: String) -> String {
    guard let options: String = environment("ASAN_OPTIONS") else { return option }
    return "\(options):\(option)"
}

/// Whether the tests, and the programs built with them, run under the thread sanitizer.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Whether the tests run under a sanitizer that has memory of its own for the memory of the process.
package let isUnderSanitizer = isUnderThreadSanitizer || dlsym(nil, "__asan_init") != nil
