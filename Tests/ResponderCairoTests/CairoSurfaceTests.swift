#if Cairo
import ResponderCairo
import ResponderKit
import Testing

@Suite("CairoSurface")
@MainActor
struct CairoSurfaceTests {
    @Test(
        "A surface has whole pixels: parts of a pixel become one, and errors of rounding do not",
        arguments: [
            (Size(100, 50), 1.0, 100, 50), (Size(100, 50), 1.25, 125, 63), (Size(10, 10), 7.3, 73, 73),
            (Size(0.1 + 0.2, 0), 10, 3, 0), (Size(0, 0), 1, 0, 0), (Size(20_000, 2), 1, 20_000, 2),
            (Size(1, 20_000), 0.5, 1, 10_000),
        ]
    )
    func extent(_ size: Size, _ scale: Double, _ width: Int, _ height: Int) throws {
        let surface = try CairoSurface(size: size, scale: scale)
        #expect(surface.pixelWidth == width && surface.pixelHeight == height)
        #expect(surface.size == size && surface.scale == scale)
        surface.clear(to: .white)
        #expect(surface[width - 1, height - 1] == (width * height == 0 ? 0 : .max))
    }

    @Test(
        "An extent or a scale that is none, and one with too many pixels, is an error that names it",
        arguments: [
            (Size(-1, 5), 1.0, "size -1.0 x 5.0"), (Size(5, 5), 0, "scale 0.0"), (Size(5, 5), -2, "scale -2.0"),
            (Size(.nan, 5), 1, "nan"), (Size(5, .infinity), 1, "inf"), (Size(5, 5), .nan, "scale nan"),
            (Size(20_000, 20_000), 1, "20000x20000 pixels are too many: at most 67108864"),
            (Size(40_000, 1), 1, "40000x1 pixels"), (Size(1e300, 1), 1, "pixels are too many"),
        ]
    )
    func refusedExtent(_ size: Size, _ scale: Double, _ message: String) {
        let error = #expect(throws: CairoError.self) { try CairoSurface(size: size, scale: scale) }
        #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
    }

    @Test("A new surface is transparent, and a cleared part has its color in whole pixels, multiplied by the opacity")
    func clear() throws {
        let surface = try CairoSurface(size: Size(4, 3))
        #expect(pixels(surface) == Array(repeating: 0, count: 12))
        surface.clear(Rect(0.5, 1, 2, 1), to: Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
        #expect(map(surface) == ["....", "+++.", "...."])
        #expect(surface[0, 1] == 0x8080_4000)
        surface.clear(Rect(1, 0, 1, 3))
        #expect(map(surface) == ["....", "+.+.", "...."])
        surface.clear(Rect(-100, -100, 1e300, 1e300), to: .black)
        surface.clear(Rect(.nan, 0, 1, 1))
        #expect(map(surface) == ["####", "####", "####"])
        #expect(surface[-1, 0] == 0 && surface[0, 3] == 0)
    }

    @Test(
        "A copied part lands at its new place, also where both places overlap, and what lies outside is left out",
        arguments: [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 1), (-2, -3), (0, 0), (9, 0), (0, -9)]
    )
    func copy(_ dx: Int, _ dy: Int) throws {
        let surface = try CairoSurface(size: Size(3, 3), scale: 2)
        surface.withMutablePixels { rows in
            for index in 0..<36 {
                let start = index / 6 * surface.bytesPerRow + index % 6 * 4
                rows.storeBytes(of: UInt32(index + 1), toByteOffset: start, as: UInt32.self)
            }
        }
        let before = pixels(surface)
        surface.copy(Rect(0.5, 0.5, 2, 1.5), by: Point(Double(dx) / 2, Double(dy) / 2))
        var expected = before
        for y in 1..<4 {
            for x in 1..<5 where 0..<6 ~= x + dx && 0..<6 ~= y + dy {
                expected[(y + dy) * 6 + x + dx] = before[y * 6 + x]
            }
        }
        #expect(pixels(surface) == expected)
    }

    @Test("A copy by an offset that is not finite, or of nothing, changes nothing")
    func copyNothing() throws {
        let surface = try drawn(3, 1) { $0.fill(Rect(0, 0, 1, 1), with: .red) }
        surface.copy(surface.bounds, by: Point(.nan, 0))
        surface.copy(Rect(0, 0, .infinity, 1), by: Point(1, 0))
        surface.copy(Rect(5, 5, 1, 1), by: Point(1, 0))
        #expect(map(surface) == ["#.."])
        surface.copy(surface.bounds, by: Point(1e300, 0))
        #expect(map(surface) == ["#.."])
    }

    @Test("Copied pixels land in the same place of a picture with other rows, and in no byte beyond its end")
    func copyPixels() throws {
        let surface = try drawn(4, 3) { $0.fill(Rect(0, 0, 4, 3), with: .white) }
        var rows = [UInt8](repeating: 0, count: 60)
        rows.withUnsafeMutableBytes { surface.copyPixels(in: Rect(1, 1, 2, 5), to: $0, bytesPerRow: 20) }
        let expected = (0..<60).map { UInt8((24..<32 ~= $0 || 44..<52 ~= $0) ? 255 : 0) }
        #expect(rows == expected)
        // Two columns of room, and one row and a half.
        rows = [UInt8](repeating: 0, count: 12)
        rows.withUnsafeMutableBytes { surface.copyPixels(to: $0, bytesPerRow: 8) }
        #expect(rows == (0..<12).map { $0 < 8 ? 255 : 0 })
        rows.withUnsafeMutableBytes { surface.copyPixels(in: Rect(3, 0, 1, 1), to: $0, bytesPerRow: 8) }
        surface.copyPixels(to: UnsafeMutableRawBufferPointer(start: nil, count: 0), bytesPerRow: 8)
    }

    @Test("A picture stays the same when it is written as a PNG and read again, with its opacity")
    func roundTrip() throws {
        let surface = try drawn(5, 4, scale: 2) { canvas in
            canvas.fill(Rect(0, 0, 3, 2), with: .red)
            canvas.fill(Path(circleAt: Point(3, 2), radius: 1.5), with: Color(white: 0.25, alpha: 0.6))
        }
        let read = try CairoSurface(png: surface.png(), scale: 2)
        #expect(read.size == Size(5, 4))
        // A color that was multiplied by an opacity has lost digits.
        #expect(zip(pixels(surface), pixels(read)).allSatisfy { difference($0, $1) <= 1 })
        #expect(read[0, 0] == 0xffff_0000 && read[9, 7] == 0)
    }

    @Test("A surface without pixels is no PNG")
    func emptyPNG() throws {
        let surface = try CairoSurface(size: Size(0, 10))
        #expect(throws: CairoError.self) { try surface.png() }
        let canvas = CairoCanvas(surface)
        canvas.fill(Rect(0, 0, 10, 10), with: .red)
        canvas.draw("text", at: .zero, style: TextStyle())
        surface.copy(Rect(0, 0, 1, 1), by: Point(1, 1))
        surface.clear(to: .red)
        #expect(surface.withPixels { $0.count } == 0)
    }
}
#endif
