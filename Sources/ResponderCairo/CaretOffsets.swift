#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// A glyph, or several that belong together, with the bytes of the text that they stand for.
private struct GlyphCluster {
    /// The offset of the first byte.
    let start: Int
    /// The left and the right edge, in points.
    let left: Double
    let right: Double
    let isRightToLeft: Bool

    /// The place at a part of the way through the characters.
    func place(_ part: Double) -> Double {
        isRightToLeft ? right - part * (right - left) : left + part * (right - left)
    }
}

extension TextLayout {
    /// Where a caret stands before the first character of the text, and behind each character.
    func caretOffsets(of text: String) -> [Double] {
        let clusters = glyphClusters
        guard let last = clusters.last else { return Array(repeating: 0, count: text.count + 1) }
        // The clusters are walked along with the characters, whose offsets are those of the text that Pango has: a
        // zero byte has become a character of three.
        var offsets: [Double] = []
        var offset = 0
        var starts: [Int] = []
        for character in text {
            starts.append(offset)
            offset += character.unicodeScalars.reduce(0) { $0 + ($1 == "\0" ? 3 : $1.utf8.count) }
        }
        var index = 0
        for (number, start) in starts.enumerated() {
            while index + 1 < clusters.count, clusters[index + 1].start <= start { index += 1 }
            let cluster = clusters[index]
            let end = index + 1 < clusters.count ? clusters[index + 1].start : offset
            offsets.append(cluster.place(part(of: number, in: starts, from: cluster.start, to: end)))
        }
        offsets.append(last.place(1))
        return offsets
    }

    /// The part of a cluster's characters that is before the one with this number.
    private func part(of number: Int, in starts: [Int], from start: Int, to end: Int) -> Double {
        if starts[number] == start { return 0 }
        var (before, behind) = (0, 0)
        while number - before > 0, starts[number - before - 1] >= start { before += 1 }
        while number + behind < starts.count, starts[number + behind] < end { behind += 1 }
        return Double(before) / Double(before + behind)
    }

    /// The clusters by their places in the text.
    private var glyphClusters: [GlyphCluster] {
        guard let iterator = pango_layout_get_iter(pointer) else { return [] }
        defer { pango_layout_iter_free(iterator) }
        let unit = Double(PANGO_SCALE)
        var clusters: [GlyphCluster] = []
        repeat {
            // At the end of the line there is no run.
            guard let run = pango_layout_iter_get_run_readonly(iterator) else { continue }
            var place = PangoRectangle()
            pango_layout_iter_get_cluster_extents(iterator, nil, &place)
            clusters.append(
                GlyphCluster(
                    start: Int(pango_layout_iter_get_index(iterator)),
                    left: Double(place.x) / unit,
                    right: Double(place.x + place.width) / unit,
                    isRightToLeft: run.pointee.item.pointee.analysis.level & 1 == 1
                )
            )
        } while pango_layout_iter_next_cluster(iterator) != 0
        return clusters.sorted { $0.start < $1.start }
    }
}
#endif
