/// Why no panel is there, in lines that are escaped where they are printed.
struct PanelsError: Error, CustomStringConvertible {
    let description: String
}
