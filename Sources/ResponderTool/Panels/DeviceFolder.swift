import Glibc
import ResponderDemo
import ResponderKit

/// The folder of the devices' nodes, which a command searches.
enum DeviceFolder {
    /// Checks that the folder can be read.
    static func check(_ folder: String) throws {
        if let directory = opendir(folder) {
            closedir(directory)
        } else if errno != ENOENT || folder != TouchPanels.defaultFolder {
            // On a machine without input devices, the system makes no folder for them.
            throw PanelsError(description: "\(folder): cannot be read: \(String(cString: strerror(errno)))")
        }
    }
}
