import Foundation

extension Double {
    /// The number with `decimals` decimals.
    func fixed(_ decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }

    /// The number with about three significant digits.
    var threeDigits: String {
        // Rounded first: 9.999 has the digits of 10.
        let size = abs(self)
        return fixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
    }

    /// The number as a ratio: two decimals, or as many as its first two digits need, and none from 100 on.
    var ratioText: String {
        let size = abs(self)
        guard size.isFinite, size > 0, size < 9.995 else { return size < 99.95 ? fixed(1) : fixed(0) }
        guard size < 0.095 else { return fixed(2) }
        // Not more decimals than anybody reads.
        return fixed(min(6, 1 - Int(log10(size).rounded(.down))))
    }

    /// The number with commas between the thousands.
    var grouped: String {
        let text = threeDigits
        guard abs(self) >= 1_000, isFinite else { return text }
        var result = ""
        for (index, digit) in text.reversed().enumerated() {
            if index > 0, index % 3 == 0, digit != "-" { result.append(",") }
            result.append(digit)
        }
        return String(result.reversed())
    }

    /// The number rounded to six significant digits, which is more than any clock of a benchmark gives.
    var sixDigits: Double {
        Double(String(format: "%.6g", self)) ?? self
    }
}

extension String {
    func padded(to width: Int, right: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return right ? padding + self : self + padding
    }
}
