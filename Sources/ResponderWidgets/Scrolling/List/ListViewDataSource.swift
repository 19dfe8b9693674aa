internal import ResponderCore

/// The data of a ``ListView``: how many sections and rows there are, and a cell for each row that is seen.
///
/// The list asks for the numbers once, at ``ListView/reloadData()``, and keeps them. When the data change, tell the
/// list in the same turn, by ``ListView/insertRows(at:)`` and its siblings, or by ``ListView/reloadData()``. If the
/// data have fewer rows than the list was told, the process stops with a message that names the row.
@MainActor
public protocol ListViewDataSource: AnyObject {
    /// The number of sections; by default 1.
    func numberOfSections(in listView: ListView) -> Int

    /// The number of rows in a section.
    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int

    /// The cell for a row that is about to be seen: dequeue a cell, and have it show the row.
    ///
    /// The list sets the cell's frame and whether it is selected.
    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell
}

extension ListViewDataSource {
    /// One section.
    ///
    /// - Complexity: O(1); no allocation.
    public func numberOfSections(in listView: ListView) -> Int { 1 }
}
