import ArgumentParser
import Glibc
import ResponderDemo
import ResponderRecordings

/// The file that a command writes a picture to.
enum PictureFile {
    /// Writes the picture; a file that is there stays as it is where that fails.
    ///
    /// - Throws: The status with which the command ends, after the reason has been reported.
    static func write(_ picture: String, to path: String) throws {
        do throws(RecordingError) {
            try RecordingFile.write(picture, to: path)
        } catch {
            StandardStreams.report("\(error)")
            throw ExitCode(EX_CANTCREAT)
        }
    }
}
