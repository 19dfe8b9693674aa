import ResponderTouchInput
import Testing

@Suite("Rectangles, points and sizes")
struct RectTests {
    private let rect = Rect(10, 20, 30, 40)

    @Test("A rectangle has its edges and middles, also with a negative size")
    func edges() {
        for rect in [rect, Rect(40, 60, -30, -40)] {
            #expect([rect.minX, rect.midX, rect.maxX, rect.minY, rect.midY, rect.maxY] == [10, 25, 40, 20, 40, 60])
            #expect([rect.width, rect.height] == [30, 40])
            #expect(rect.standardized == self.rect)
            #expect(!rect.isEmpty)
        }
        #expect(Rect(0, 0, 0, 5).isEmpty && Rect(0, 0, .nan, 5).isEmpty && Rect.zero.isEmpty)
        #expect(rect.isFinite && !Rect(.infinity, 0, 1, 1).isFinite)
    }

    @Test("Insets move a rectangle's edges in or out, and never past one another")
    func insets() {
        #expect(rect.insetBy(dx: 5, dy: -5) == Rect(15, 15, 20, 50))
        #expect(rect.insetBy(dx: 20, dy: 20) == Rect(25, 40, 0, 0))
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(rect.inset(by: insets) == Rect(12, 21, 24, 36))
        #expect(rect.inset(by: .zero) == rect)
        #expect("\(insets)" == "(top 1.0, left 2.0, bottom 3.0, right 4.0)")
    }

    @Test("A rectangle is moved, cut and joined")
    func sets() {
        #expect(rect.offsetBy(dx: 1, dy: 2) == Rect(11, 22, 30, 40))
        let other = Rect(30, 50, 100, 100)
        #expect(rect.intersection(other) == Rect(30, 50, 10, 10))
        #expect(rect.intersection(Rect(41, 20, 5, 5)) == nil)
        #expect(rect.intersection(Rect(40, 20, 5, 5)) == Rect(40, 20, 0, 5))
        #expect(rect.intersects(other) && !rect.intersects(Rect(40, 20, 5, 5)))
        #expect(!Rect(15, 25, 0, 0).intersects(rect))
        #expect(rect.union(other) == Rect(10, 20, 120, 130))
        #expect(rect.contains(rect) && rect.contains(Rect(11, 21, 1, 1)) && !rect.contains(other))
    }

    @Test("Points and sizes are added, subtracted and scaled")
    func arithmetic() {
        var point = Point(1, 2) + Point(3, 4) * 2 - Point(1, 1) / 2
        #expect(point == Point(6.5, 9.5))
        point += Point(1, 1)
        point -= Point(0.5, 0.5)
        point *= 2
        point /= 4
        #expect(point == Point(3.5, 5) && -point == Point(-3.5, -5) && 2 * point == Point(7, 10))
        var size = Size(1, 2) + Size(3, 4) * 2 - Size(1, 1) / 2
        #expect(size == Size(6.5, 9.5) && 2 * size == Size(13, 19))
        size += Size(1, 1)
        size -= Size(0.5, 0.5)
        #expect(size == Size(7, 10) && size.isFinite && !Size(.nan, 0).isFinite)
    }
}
