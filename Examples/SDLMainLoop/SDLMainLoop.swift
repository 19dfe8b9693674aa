// Swift's main actor and DispatchQueue.main in a program of SDL, whose SDL_WaitEvent waits; nothing is polled:
//
//     apt-get install libsdl2-dev
//     swift run --traits SDL SDLMainLoop
#if SDL
import CSDL
import Dispatch
import ResponderEventLoop

@main
final class SDLMainLoop {
    private let loop: MainRunLoop
    /// The event that has the main thread make a turn.
    private let turnIsDue: UInt32
    private let turnIsMade = DispatchSemaphore(value: 0)

    /// `main` is synchronous: after the first `await` of an async one, SDL's loop would not block the first thread.
    static func main() throws {
        guard SDL_Init(UInt32(SDL_INIT_VIDEO)) == 0 else {
            return print("no display: \(String(cString: SDL_GetError()))")
        }
        defer { SDL_Quit() }
        let place = Int32(bitPattern: SDL_WINDOWPOS_UNDEFINED_MASK)
        let window = SDL_CreateWindow("SDLMainLoop", place, place, 320, 200, 0)
        defer { SDL_DestroyWindow(window) }
        let program = SDLMainLoop(loop: try MainRunLoop(), turnIsDue: SDL_RegisterEvents(1))
        guard let descriptor = program.loop.pollableDescriptor else { return print("no descriptor is left") }
        let source = watch(descriptor, pushing: program.turnIsDue, until: program.turnIsMade)
        program.waitForEvents()
        source.cancel()
    }

    private init(loop: MainRunLoop, turnIsDue: UInt32) {
        self.loop = loop
        self.turnIsDue = turnIsDue
    }

    /// Has Dispatch watch the loop's descriptor, since SDL watches none: SDL_PushEvent ends SDL_WaitEvent from any
    /// thread.
    private nonisolated static func watch(
        _ descriptor: Int32,
        pushing type: UInt32,
        until turnIsMade: DispatchSemaphore
    ) -> any DispatchSourceRead {
        let queue = DispatchQueue(label: "watches the loop")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            var event = SDL_Event()
            event.type = type
            // Until the turn was made the descriptor stays readable. A full queue of SDL is tried again.
            if SDL_PushEvent(&event) == 1 { turnIsMade.wait() }
        }
        source.activate()
        return source
    }

    /// Returns when the user closes the window.
    private func waitForEvents() {
        var event = SDL_Event()
        while SDL_WaitEvent(&event) == 1 {
            switch event.type {
            case turnIsDue:
                loop.turn()
                turnIsMade.signal()
            case SDL_MOUSEBUTTONDOWN.rawValue: greet()
            case SDL_QUIT.rawValue: return
            default: break
            }
        }
    }

    /// Awaits off the main actor and on it, as any Swift code does.
    private func greet() {
        Task {
            try await Task.sleep(for: .milliseconds(100))
            print("answer \(await Self.compute())")
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
            let sent = ContinuousClock.now
            DispatchQueue.main.async { print("block of the main queue after \(ContinuousClock.now - sent)") }
        }
    }

    @concurrent private nonisolated static func compute() async -> Int { 6 * 7 }
}
#else
@main
enum SDLMainLoop {
    static func main() {
        print("SDLMainLoop was built without its trait; use: swift run --traits SDL SDLMainLoop")
    }
}
#endif
