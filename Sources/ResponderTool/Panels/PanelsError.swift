/// Why a panel cannot be used, in one line or several; the lines are escaped when they are printed.
struct PanelsError: Error, CustomStringConvertible {
    let description: String
}
