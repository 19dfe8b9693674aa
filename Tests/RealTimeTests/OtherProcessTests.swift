import Foundation
import ResponderEventLoop
import ResponderNotifications
import XCTest

/// A notification that comes by name, as bytes of another process.
final class OtherProcessTests: XCTestCase {
    private struct Announced: TypedNotification, NamedMessage {
        static let name = "Announced"
        let numbers: [UInt8]

        init(payload: [UInt8]) {
            numbers = payload
        }
    }

    func testFramesOfAnotherProcess() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let center = TypedNotificationCenter()
            let port = NotificationPort(loop: loop, center: center)
            port.register(Announced.self)
            var announced: [[UInt8]] = []
            let token = center.observe(Announced.self) { announced.append($0.numbers) }
            let pipe = Pipe()
            var ending: String?
            let connection = try port.read(from: pipe.fileHandleForReading.fileDescriptor) { error in
                ending = error.map { "\($0)" } ?? "in order"
                loop.stop()
            }
            let bytes = try [[1], [2, 3]].flatMap { try NotificationFrame(name: Announced.name, payload: $0).bytes }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/printf")
            process.arguments = [bytes.map { String(format: "\\%03o", Int($0)) }.joined()]
            process.standardOutput = pipe
            try process.run()
            // Otherwise the pipe would stay open when the other process ends.
            try pipe.fileHandleForWriting.close()
            loop.run(until: limit)
            process.waitUntilExit()
            XCTAssertEqual(announced, [[1], [2, 3]])
            XCTAssertEqual(ending, "in order")
            XCTAssertFalse(connection.isOpen)
            token.cancel()
        }
    }
}
