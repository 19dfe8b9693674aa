/// Why a panel cannot be used; the lines are not escaped before they are printed.
struct PanelsError: Error, CustomStringConvertible {
    let description: String
}
