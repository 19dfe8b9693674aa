internal import CResponderEnvironment
internal import Glibc

/// How the machine is asked: Linux, or what a test puts in its place.
@MainActor
package struct MachineSystem {
    /// The files.
    package var tree: SystemTree
    /// The clocks.
    package var clock: any MachineClock
    /// The value of a variable of the process's environment.
    package var variable: (String) -> String?
    /// Opens the trigger of pressure stall information at that path; throws the error's number.
    package var openTrigger: (_ path: String, _ condition: String) throws(SystemFailure) -> Int32
    /// Opens the socket of the kernel's messages about devices.
    package var openUevents: () throws(SystemFailure) -> Int32

    /// The machine that the process runs on.
    package init(tree: SystemTree = SystemTree(), clock: (any MachineClock)? = nil) {
        self.tree = tree
        self.clock = clock ?? SystemClock()
        variable = { name in getenv(name).map { String(cString: $0) } }
        openTrigger = Self.trigger
        openUevents = { () throws(SystemFailure) in
            let socket = rse_uevents_open()
            guard socket >= 0 else { throw SystemFailure(errno) }
            return socket
        }
    }

    private static func trigger(_ path: String, _ condition: String) throws(SystemFailure) -> Int32 {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemFailure(errno) }
        // With its final zero, as the kernel wants it.
        let count = condition.utf8.count + 1
        guard condition.withCString({ write(file, $0, count) }) == count else {
            let failure = SystemFailure(errno)
            close(file)
            throw failure
        }
        return file
    }
}

/// The number of a failed call's error.
package struct SystemFailure: Error, Hashable, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package var description: String { String(cString: strerror(number)) }
}
