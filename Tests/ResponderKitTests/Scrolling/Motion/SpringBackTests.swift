import Glibc
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("The spring at an edge")
struct SpringBackTests {
    @Test("The spring's place is (d + (v + 12 d) t) e^-12t from its target, and the velocity is the slope")
    func formula() {
        let spring = SpringBack(from: 130, to: 100, velocity: 700)
        for time in stride(from: 0, to: 2, by: 0.05) {
            let expected = 100 + (30 + (700 + 12 * 30) * time) * exp(-12 * time)
            #expect(abs(spring.position(at: time) - expected) < 1e-9)
            let slope = (spring.position(at: time + 1e-6) - spring.position(at: time - 1e-6)) / 2e-6
            #expect(abs(spring.velocity(at: time) - slope) < 1e-3)
        }
        #expect(spring.position(at: 0) == 130 && spring.velocity(at: 0) == 700)
    }

    @Test(
        "The spring ends when it stays within a quarter of a point, and not while it only passes its target",
        arguments: [(30.0, 0.0), (30, -2000), (0, 900), (-5, 5), (0.1, 0)]
    )
    func end(distance: Double, velocity: Double) {
        let spring = SpringBack(from: 50 + distance, to: 50, velocity: velocity)
        var ended = false
        for time in stride(from: 0, to: 3, by: 0.001) {
            let hasEnded = spring.hasEnded(at: time)
            #expect(hasEnded || !ended, "what has ended does not begin again")
            ended = hasEnded
            if ended { #expect(abs(spring.position(at: time) - 50) < 0.25) }
        }
        #expect(ended)
    }

    @Test("The spring does not pass its target from rest")
    func damping() {
        let spring = SpringBack(from: 200, to: 0, velocity: 0)
        for time in stride(from: 0, to: 2, by: 0.01) { #expect(spring.position(at: time) > 0) }
    }
}
