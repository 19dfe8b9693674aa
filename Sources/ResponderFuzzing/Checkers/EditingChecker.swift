/// The notifications that a text's editing begins and ends alternate.
///
/// Each window has a first responder, so texts of several windows may be edited at a time.
struct EditingChecker: Checker {
    let name = "editing"
    private var edited: Set<String> = []

    mutating func check(_ observation: Observation) -> String? {
        guard case .editing(let name, let begins) = observation else { return nil }
        let isRight = begins ? edited.insert(name).inserted : edited.remove(name) != nil
        return isRight ? nil : "\(observation), though it is \(begins ? "" : "not ")being edited"
    }
}
