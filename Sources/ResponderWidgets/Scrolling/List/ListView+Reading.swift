internal import ResponderCore
internal import ResponderTouchInput

// The list asks for its data.
extension ListView {
    /// Asks for all data anew, in the next update pass, or earlier when a call needs the rows.
    ///
    /// The first row that is seen keeps its place on the screen, if there still is a row with its number. Afterwards no
    /// row is selected. Methods of the data source and the delegate may call this method.
    ///
    /// - Complexity: O(1); the pass takes O(sections), and O(rows) if heights differ.
    public final func reloadData() {
        awaitsData = true
        setNeedsLayout()
    }

    final func heightsDidChange() {
        awaitsHeights = true
        setNeedsLayout()
    }

    /// The number of sections.
    ///
    /// - Complexity: O(1); no allocation, unless data are to be asked for.
    public final var numberOfSections: Int {
        readIfNeeded()
        return rowCounts.count
    }

    /// The number of rows in a section.
    ///
    /// - Precondition: The section is there.
    /// - Complexity: O(1); no allocation, unless data are to be asked for.
    public final func numberOfRows(inSection section: Int) -> Int {
        readIfNeeded()
        checkSection(section)
        return rowCounts[section]
    }

    final func checkSection(_ section: Int) {
        guard !rowCounts.indices.contains(section) else { return }
        fatalError("the list was asked for section \(section), but has \(rowCounts.count) sections")
    }

    /// Whether the list has a row of that number.
    final func hasRow(_ path: IndexPath) -> Bool {
        rowCounts.indices.contains(path.section) && (0..<rowCounts[path.section]).contains(path.row)
    }

    /// Asks for the data if the known ones are outdated.
    final func readIfNeeded() {
        if awaitsData || awaitsHeights { read() }
    }

    private func read() {
        // If the data source changes data while it is asked, the next layout asks again.
        guard !isReading else { return setNeedsLayout() }
        isReading = true
        let isReload = awaitsData
        (awaitsData, awaitsHeights) = (false, false)
        widthOfHeights = contentWidth
        let counts = isReload ? readCounts() : rowCounts
        var runs: [RowHeights.Run] = []
        for (section, count) in counts.enumerated() where !awaitsData {
            append(section, count, to: &runs)
        }
        isReading = false
        if awaitsData { return setNeedsLayout() }
        let anchor = anchor { $0 }
        rowCounts = counts
        heights = RowHeights(runs)
        hasHeaders = runs.contains { $0.isHeader && $0.height > 0 }
        changes &+= 1
        let ended = endShownRows({ isReload ? nil : $0 }, { isReload ? nil : $0 })
        if isReload { selection.removeAll() }
        rowsDidChange(anchor)
        end(ended)
    }

    private func readCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<max(dataSource.numberOfSections(in: self), 0)).map {
            max(dataSource.listView(self, numberOfRowsInSection: $0), 0)
        }
    }

    /// Appends a section's header and rows; asks for their heights.
    final func append(_ section: Int, _ count: Int, to runs: inout [RowHeights.Run]) {
        let header = listDelegate?.listView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
        runs.append(RowHeights.Run(isHeader: true, count: 1, height: Self.sound(header)))
        appendRows(of: section, 0..<count, to: &runs)
    }

    /// Appends rows; rows of one height that follow each other become one run.
    final func appendRows(of section: Int, _ rows: Range<Int>, to runs: inout [RowHeights.Run]) {
        guard !rows.isEmpty else { return }
        guard !usesEstimate, let delegate = listDelegate else {
            let height = Self.sound(usesEstimate ? estimatedRowHeight : rowHeight)
            return runs.append(RowHeights.Run(isHeader: false, count: rows.count, height: height))
        }
        var run = RowHeights.Run(isHeader: false, count: 0, height: 0)
        for row in rows {
            let path = IndexPath(section: section, row: row)
            let height = Self.sound(delegate.listView(self, heightForRowAt: path))
            // The delegate has changed the data, which are asked for again.
            if awaitsData { break }
            if run.count > 0, height != run.height {
                runs.append(run)
                run.count = 0
            }
            run.count += 1
            run.height = height
        }
        if run.count > 0 { runs.append(run) }
    }

    /// Whether rows have the estimate until they are measured: an estimate that is no sound height counts as none.
    final var usesEstimate: Bool { Self.sound(estimatedRowHeight) > 0 }

    /// The height that counts for one that the app has given: 0 if it is negative or not finite, and at most ten
    /// million points.
    static func sound(_ height: Double) -> Double { height > 0 && height.isFinite ? min(height, 10_000_000) : 0 }
}
