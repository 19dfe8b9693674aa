import Glibc
import Testing

/// Whether this run of the tests wants the override table: it does, unless the environment says otherwise.
///
/// Not the table's own answer: a table that gave up where it was wanted shall fail tests, not have them skipped.
let isOverrideTableWanted = getenv("RESPONDERKIT_OVERRIDE_TABLE").map { String(cString: $0) == "on" } ?? true

/// Whether this run of the tests reads the override table, also where nothing is skipped by it.
let isOverrideTableRead = getenv("RESPONDERKIT_OVERRIDE_TABLE").map { String(cString: $0) != "absent" } ?? true

extension Trait where Self == ConditionTrait {
    /// For tests of what there is only with the override table: the index of subviews.
    ///
    /// Without the table each view may override the hit-test, so each must be asked.
    static var withOverrideTable: Self {
        .enabled(if: isOverrideTableWanted, "there is an index only where the override table is switched on")
    }
}
