import TestSupport
import Testing

@testable import ResponderCore

@Suite("Transforms")
struct TransformTests {
    @Test("A transform moves a position to where the six numbers say")
    func numbers() {
        let transform = Transform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(Point(1, 10).applying(transform) == Point(2 + 50 + 11, 3 + 70 + 13))
        #expect(transform.description == "[2.0, 3.0, 5.0, 7.0, 11.0, 13.0]")
    }

    @Test("The usual transforms move, scale and turn")
    func usual() {
        #expect(Point(3, 4).applying(.identity) == Point(3, 4))
        #expect(Point(3, 4).applying(Transform(translationX: 10, y: 20)) == Point(13, 24))
        #expect(Point(3, 4).applying(Transform(scaleX: 10, y: 20)) == Point(30, 80))
        let turned = Point(3, 4).applying(Transform(rotationAngle: .pi / 2))
        #expect(turned.distance(to: Point(-4, 3)) < 1e-12)
        #expect(Transform.identity.isIdentity && !Transform(translationX: 0, y: 1).isIdentity)
    }

    @Test("Concatenating transforms applies the receiver first; the short forms come before the receiver")
    func order() {
        let (move, scale) = (Transform(translationX: 10, y: 0), Transform(scaleX: 2, y: 3))
        #expect(Point(1, 1).applying(move.concatenating(scale)) == Point(22, 3))
        #expect(Point(1, 1).applying(scale.concatenating(move)) == Point(12, 3))
        #expect(scale.translatedBy(x: 10, y: 0) == move.concatenating(scale))
        #expect(move.scaledBy(x: 2, y: 3) == scale.concatenating(move))
        #expect(move.rotated(by: 1) == Transform(rotationAngle: 1).concatenating(move))
    }

    @Test("The inverse of a transform takes everything back")
    func inverse() throws {
        var random = SeededGenerator(seed: 25)
        for _ in 0..<1000 {
            func number() -> Double { Double.random(in: -3...3, using: &random) }
            let transform = Transform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
            guard abs(transform.a * transform.d - transform.b * transform.c) > 0.01 else { continue }
            let point = Point(number(), number())
            let there = point.applying(transform)
            #expect(there.applying(try #require(transform.inverted())).distance(to: point) < 1e-9, "\(transform)")
        }
    }

    @Test(
        "A transform that flattens the plane, or is no number, has no inverse",
        arguments: [
            Transform(scaleX: 0, y: 1), Transform(scaleX: 1, y: 0), Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
            Transform(scaleX: .nan, y: 1), Transform(scaleX: 1e-200, y: 1e-200),
            Transform(translationX: .infinity, y: 0),
        ]
    )
    func singular(transform: Transform) {
        #expect(transform.inverted() == nil)
    }

    // Rules: H28.
    @Test("A transformed rectangle is the box around its corners; one that is only moved keeps its exact size")
    func rectangles() {
        let turned = Rect(0, 0, 10, 20).applying(Transform(rotationAngle: .pi / 4))
        let half = 0.5.squareRoot()
        #expect(abs(turned.origin.x + 20 * half) < 1e-12 && abs(turned.origin.y) < 1e-12)
        #expect(abs(turned.size.width - 30 * half) < 1e-12 && abs(turned.size.height - 30 * half) < 1e-12)
        #expect(Rect(1, 2, 3, 4).applying(Transform(scaleX: -1, y: 2)) == Rect(-4, 4, 3, 8))
        #expect(Rect(0.1, 0.1, 0.7, 0.7).applying(Transform(translationX: 0.2, y: 1e9)).size == Size(0.7, 0.7))
    }
}
