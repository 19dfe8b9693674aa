/// The notifications that a text's editing begins and ends alternate, and one text is edited at a time.
struct EditingChecker: Checker {
    let name = "editing"
    private var edited: String?

    mutating func check(_ observation: Observation) -> String? {
        guard case .editing(let name, let begins) = observation else { return nil }
        if begins {
            if let edited { return "\(observation), though \(edited == name ? "it" : edited) is being edited" }
            edited = name
        } else {
            if edited != name { return "\(observation), though it is not being edited" }
            edited = nil
        }
        return nil
    }
}
