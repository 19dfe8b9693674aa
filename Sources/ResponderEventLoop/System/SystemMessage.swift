internal import Glibc

/// The system's message for an error number, such as `Bad file descriptor (errno 9)`.
package func systemMessage(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "errno \(code)" }
    return "\(String(cString: text)) (errno \(code))"
}

/// The error number for something that exists already.
let alreadyExists = EEXIST

/// The error number for something that belongs to another process.
let isOfOtherProcess = ECHILD

/// The error number for a process that is no child.
let noChild = ECHILD

/// The error number for a process that does not exist.
let noProcess = ESRCH

/// The error number for a call that the kernel does not have.
let notImplemented = ENOSYS

/// The error number for a path at which nothing is.
let noEntry = ENOENT

/// The error number for a path of what is no folder.
let notFolder = ENOTDIR

/// The error number for what the process may not access.
let noAccess = EACCES

/// The error number for a limit or a disk that leaves no room.
let noSpace = ENOSPC

/// The error number for one more than a limit allows.
package let tooManyUsers = EUSERS

/// The error number for an invalid argument.
let invalidArgument = EINVAL

/// The error number for a descriptor that would watch itself through other descriptors.
let tooManyLevels = ELOOP

/// The error number for a process that has as many descriptors as it may have.
let tooManyFiles = EMFILE

/// The error number of this thread's last failed system call.
package func currentErrno() -> Int32 { errno }
