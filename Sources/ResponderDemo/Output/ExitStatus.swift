import Glibc
import ResponderKit
import ResponderRecordings

/// The status with which a program ends because of an error: that of `sysexits.h` which fits.
package enum ExitStatus {
    /// The status for an error; 1 for an error of no such kind.
    ///
    /// - `EX_DATAERR` (65): something in a file is wrong.
    /// - `EX_NOINPUT` (66): a file, a folder or a panel cannot be opened or read.
    /// - `EX_CANTCREAT` (73): a file cannot be written.
    package static func of(_ error: any Error) -> Int32 {
        switch error {
        case let error as RecordingError:
            switch error.problem {
            case .unreadable: EX_NOINPUT
            case .unwritable: EX_CANTCREAT
            default: EX_DATAERR
            }
        case is ReplayError: EX_DATAERR
        case let error as SessionRecordingError: error.isUnreadable ? EX_NOINPUT : EX_DATAERR
        case is RecorderError: EX_CANTCREAT
        case is PanelsError, is TouchPanel.Error: EX_NOINPUT
        default: EXIT_FAILURE
        }
    }
}

/// Why a panel, or the folder of the panels, cannot be used, in one line or several; the lines are escaped when they
/// are printed.
package struct PanelsError: Error, CustomStringConvertible {
    package let description: String

    /// An error with this description.
    package init(description: String) { self.description = description }
}
