import ResponderTouchInput
import Testing

@Suite("A panel's mapping")
struct PanelMappingTests {
    /// Where a touch at (`x`, `y`) of 100 by 100 units lies.
    private func place(_ x: Int32, _ y: Int32, _ mapping: PanelMapping) throws -> Point {
        var panel = TestPanel(decoder: try EvdevDecoder(axes: TestPanel.multitouchAxes, mapping: mapping))
        return try #require(panel.send(.slot(0), .id(1), .x(x), .y(y), .report)?.contacts.first).location
    }

    @Test(
        "A panel's mapping turns the panel clockwise",
        arguments: [
            (PanelMapping.Rotation.none, Point(50, 40)), (.quarter, Point(120, 25)), (.half, Point(150, 60)),
            (.threeQuarters, Point(80, 75)),
        ]
    )
    func rotation(_ rotation: PanelMapping.Rotation, _ expected: Point) throws {
        // A quarter of the panel's width, and two fifths of its height.
        let found = try place(25, 40, PanelMapping(size: Size(200, 100), rotation: rotation))
        #expect(abs(found.x - expected.x) < 1e-9 && abs(found.y - expected.y) < 1e-9, "\(found)")
    }

    @Test("A panel's mapping keeps every place in its region, whatever the matrix")
    func region() throws {
        let region = Rect(800, -10, 640, 480)
        for matrix in [CalibrationMatrix.identity, .init(-1, 0, 1, 0, -1, 1), .init(9, 0, -4, 0, 9, -4)] {
            for rotation in PanelMapping.Rotation.allCases {
                let mapping = PanelMapping(region: region, rotation: rotation, calibration: matrix)
                for x: Int32 in [-5, 0, 50, 99, 200] {
                    for y: Int32 in [-5, 0, 50, 99, 200] { #expect(region.contains(try place(x, y, mapping))) }
                }
            }
        }
        #expect(try place(25, 50, PanelMapping(region: region)) == Point(960, 230))
    }

    @Test("A panel's mapping calibrates before it turns, as libinput does")
    func order() throws {
        // The left half of the panel is the whole screen.
        let half = CalibrationMatrix(2, 0, 0, 0, 1, 0)
        let found = try place(25, 25, PanelMapping(size: Size(100, 100), rotation: .quarter, calibration: half))
        #expect(abs(found.x - 75) < 1e-9 && abs(found.y - 50) < 1e-9)
    }

    @Test("A contact has the same radius whether a rotation or a matrix turns the panel")
    func radius() throws {
        let size = Size(1000, 2000)
        let turned = CalibrationMatrix(0, -1, 1, 1, 0, 0)
        let doubled = CalibrationMatrix(2, 0, 0, 0, 2, 0)
        for (mapping, radius) in [
            (PanelMapping(size: size), Float(25)), (PanelMapping(size: size, rotation: .quarter), 50),
            (PanelMapping(size: size, calibration: turned), 50), (PanelMapping(size: size, calibration: doubled), 50),
        ] {
            var axes = TestPanel.multitouchAxes
            axes[0x30] = EvdevAxis(minimum: 0, maximum: 99)
            var panel = TestPanel(decoder: try EvdevDecoder(axes: axes, mapping: mapping))
            let contact = panel.send(.id(1), .x(10), .y(10), .axis(0x30, 5), .report)?.contacts.first
            #expect(contact?.majorRadius == radius)
        }
    }

    @Test("A calibration matrix is read as udev writes it")
    func parsing() {
        #expect(CalibrationMatrix(parsing: " 0 -1  1 1 0 0\n") == CalibrationMatrix(0, -1, 1, 1, 0, 0))
        for text in ["", "1 2 3", "1 0 0 0 1 0 0", "a 0 0 0 1 0", "nan 0 0 0 1 0", "inf 0 0 0 1 0"] {
            #expect(CalibrationMatrix(parsing: text) == nil, "\(text)")
        }
    }

    @Test("A panel's mapping that is no number is refused in words")
    func unusable() {
        let size = Size(10, 10)
        let infinite = CalibrationMatrix(.infinity, 0, 0, 0, 1, 0)
        for (mapping, error) in [
            (PanelMapping(size: Size(0, 5)), EvdevDecoder.Error.size(Size(0, 5))),
            (PanelMapping(region: Rect(.infinity, 0, 5, 5)), .region(Rect(.infinity, 0, 5, 5))),
            (PanelMapping(size: size, calibration: infinite), .calibration(infinite)),
        ] {
            #expect(throws: error) { try EvdevDecoder(axes: TestPanel.multitouchAxes, mapping: mapping) }
            #expect("\(error)".contains("expected"))
        }
    }
}
