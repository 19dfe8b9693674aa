internal import ResponderCore

/// The changes of a list that take place together.
///
/// A row or section that is deleted, reloaded or moved away is named by its place before, one that is inserted or moved
/// to a place by its place afterwards.
struct ListUpdates {
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [(from: Int, to: Int)] = []
    var reloadedSections: [Int] = []
    var deletedRows: [ListView.IndexPath] = []
    var insertedRows: [ListView.IndexPath] = []
    var movedRows: [(from: ListView.IndexPath, to: ListView.IndexPath)] = []
    var reloadedRows: [ListView.IndexPath] = []

    var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && reloadedSections.isEmpty
            && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty && reloadedRows.isEmpty
    }
}
