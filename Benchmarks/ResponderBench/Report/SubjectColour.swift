/// The classes of the subjects' colours in the report's style sheet.
enum SubjectColour {
    /// A subject that this program does not know has the last colour.
    static func name(_ subject: String) -> String {
        guard let index = Subject.allCases.firstIndex(where: { $0.rawValue == subject }) else {
            return "c\(colours.count - 1)"
        }
        return "c\(index)"
    }

    /// Colours that stand out from white and from black alike, by class: one for each subject, and the last one.
    static let colours = [
        "#2f6fed", "#7b8494", "#d97706", "#a16207", "#059669", "#8b5cf6", "#e11d48", "#0891b2", "#db2777", "#65a30d",
        "#0ea5a4", "#6366f1", "#c026d3", "#b45309", "#64748b", "#4d7c0f",
        "#be185d", "#94a3b8",
    ]
}
