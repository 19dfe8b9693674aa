import Fuzzers
import Glibc

// Without libFuzzer, the program runs inputs from files: `responder-fuzz tree crash-1f`. `Scripts/fuzz` builds it with
// libFuzzer: then the variable RESPONDERKIT_FUZZER names the part to fuzz, and the arguments are libFuzzer's.

/// The part that is fuzzed.
private let fuzzer = getenv("RESPONDERKIT_FUZZER").flatMap { Fuzzer(rawValue: String(cString: $0)) }

/// Runs one input; ends the process where it breaks a promise.
private func run(_ fuzzer: Fuzzer, _ bytes: [UInt8]) {
    // Both libFuzzer and `main` call this on the process's first thread, which is the main actor's.
    MainActor.assumeIsolated {
        do throws(Violation) {
            try fuzzer.run(bytes)
        } catch {
            fatalError("\(fuzzer.rawValue): \(error)")
        }
    }
}

/// The function that libFuzzer calls with each input.
///
/// - Complexity: O(number of bytes), plus the run; allocates a copy of the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let fuzzer else { fatalError("RESPONDERKIT_FUZZER names none of \(Fuzzer.allCases.map(\.rawValue))") }
    run(fuzzer, Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

#if LIBFUZZER
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

@main
enum ResponderFuzz {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(runDriver(&count, &arguments) { runOneInput($0, $1) })
    }
}
#else
@main
enum ResponderFuzz {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first, let fuzzer = Fuzzer(rawValue: name) else {
            end("usage: responder-fuzz \(Fuzzer.allCases.map(\.rawValue).joined(separator: "|")) FILE…", EX_USAGE)
        }
        for path in arguments.dropFirst() {
            guard let bytes = contents(of: path) else {
                end("\(path): cannot be read", EX_NOINPUT)
            }
            run(fuzzer, bytes)
        }
    }

    private static func end(_ problem: String, _ status: Int32) -> Never {
        _ = "\(problem)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(status)
    }

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }
}
#endif
