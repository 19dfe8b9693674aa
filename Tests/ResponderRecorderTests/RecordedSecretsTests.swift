import Glibc
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("What a recording leaves out")
struct RecordedSecretsTests {
    private static func text(_ path: String) throws -> String {
        let file = try #require(fopen(path, "rb"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test("Keys that are typed into a secure field are recorded as other keys, and a replay types as many")
    func keys() async throws {
        let session = try RecordedSession()
        await session.harness.tap(at: Point(400, 180))
        await session.harness.advance(by: .seconds(1))
        session.harness.keyboard.type("Kq7")
        await session.harness.advance(by: .seconds(1))
        #expect(session.app.secret.text == "Kq7")
        let recording = try session.end()
        let file = try Self.text(session.file.path)
        #expect(!file.contains("Kq7") && !file.contains("q"), "the file names a key")
        let result = try RecordedSession.replay(recording)
        #expect(result.difference == nil, "\(result)")
        #expect(RecordedApp.texts.last == "xxx")
    }

    @Test("Touches of the keyboard on the screen are recorded as one key while a secure field is edited, not otherwise")
    func screenKeyboard() async throws {
        var touched: [Set<String>] = []
        for word in ["wp", "ml"] {
            let session = try RecordedSession()
            await session.harness.tap(at: Point(400, 180))
            await session.harness.advance(by: .seconds(1))
            await session.harness.screenKeyboard.type(word)
            await session.harness.advance(by: .seconds(1))
            #expect(session.app.secret.text == word)
            let recording = try session.end()
            let result = try RecordedSession.replay(recording)
            #expect(result.difference == nil, "\(result)")
            #expect(RecordedApp.texts.last?.count == 2 && RecordedApp.texts.last != word)
            touched.append(Set(RecordedApp.texts))
        }
        // Whatever was typed, the recordings tell the same.
        #expect(touched[0] == touched[1])
    }

    @Test("A view that is left out is recorded with touches at its centre")
    func leftOut() async throws {
        RecordedApp.leavesCanvasOut = true
        defer { RecordedApp.leavesCanvasOut = false }
        let session = try RecordedSession()
        var places: [Point] = []
        for corner in [Point(330, 230), Point(500, 400)] { await session.harness.tap(at: corner) }
        let recording = try session.end()
        let result = try SessionReplay.run(recording, delegateClass: RecordedApp.self) { application in
            application.onTouchTrace = { event in
                if case .hit = event.kind { places.append(event.location) }
            }
        }
        #expect(result.difference == nil, "\(result)")
        #expect(places == [Point(420, 320), Point(420, 320)])
    }
}
