#if Cairo
internal import CResponderCairo

/// A blur that comes near to a Gaussian one: three averages over neighbors, one after the other.
struct BoxBlur {
    /// How many pixels on either side each average takes.
    private let radii: [Int]

    /// - Parameter deviation: The standard deviation in pixels; at most ``greatestDeviation`` is used.
    init(deviation: Double) {
        let deviation = min(max(deviation, 0), Self.greatestDeviation)
        // An average over n pixels has the variance (n² - 1) / 12, and variances add up. Two odd numbers of pixels
        // come nearest to the number that would be exact, which is seldom odd or even whole.
        let exact = (12 * deviation * deviation / 3 + 1).squareRoot()
        let least = max(0, Int((exact - 1) / 2))
        let (small, large) = (Double(2 * least + 1), Double(2 * least + 3))
        let missing = 12 * deviation * deviation - 3 * (small * small - 1)
        let larger = min(max(Int((missing / (large * large - small * small)).rounded()), 0), 3)
        radii = (0..<3).map { $0 < larger ? least + 1 : least }
    }

    /// Beyond this a shadow has no shape any more.
    static let greatestDeviation = 512.0

    /// How far the blur carries coverage, in pixels.
    var reach: Int { radii.reduce(0, +) }

    /// Blurs a mask along both axes.
    func apply(to mask: SurfaceHandle) {
        cairo_surface_flush(mask.pointer)
        guard let pixels = cairo_image_surface_get_data(mask.pointer) else { return }
        let (width, height, stride) = (mask.width, mask.height, mask.stride)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(width, height)) { line in
            for radius in radii where radius > 0 {
                for row in 0..<height { average(pixels + row * stride, 1, width, radius, line) }
                for column in 0..<width { average(pixels + column, stride, height, radius, line) }
            }
        }
        cairo_surface_mark_dirty(mask.pointer)
    }

    /// Replaces each pixel of a line by the average of the pixels around it; there is nothing beyond the ends.
    private func average(
        _ pixels: UnsafeMutablePointer<UInt8>,
        _ step: Int,
        _ count: Int,
        _ radius: Int,
        _ copy: UnsafeMutableBufferPointer<UInt8>
    ) {
        for index in 0..<count { copy[index] = pixels[index * step] }
        let size = 2 * radius + 1
        var sum = size / 2
        for index in 0..<min(radius, count) { sum += Int(copy[index]) }
        for index in 0..<count {
            if index + radius < count { sum += Int(copy[index + radius]) }
            if index > radius { sum -= Int(copy[index - radius - 1]) }
            pixels[index * step] = UInt8(truncatingIfNeeded: sum / size)
        }
    }
}
#endif
