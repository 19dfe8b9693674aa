#if Wayland
internal import CResponderWayland

/// The displays of the compositor, and those that show the window.
@MainActor
final class Outputs {
    fileprivate final class Output {
        let name: UInt32
        let pointer: OpaquePointer
        weak var outputs: Outputs?
        var scale: Int32 = 1
        /// In thousandths of a frame a second; 0 where it is not known.
        var refresh: Int32 = 0
        var showsWindow = false

        init(_ name: UInt32, _ pointer: OpaquePointer) { (self.name, self.pointer) = (name, pointer) }
    }

    private var all: [Output] = []
    /// Told where ``scale`` or ``framesPerSecond`` may be others.
    var onChange: (() -> Void)?

    /// With another scale than from 1 to 10 a compositor is out of its mind.
    private static let scales: ClosedRange<Int32> = 1...10

    /// The scale of the output with the most pixels in a point, of those that show the window.
    var scale: Int32 { shown.map(\.scale).max() ?? 1 }

    /// The highest rate of the outputs that show the window; nil where it is not known.
    var framesPerSecond: Int? {
        guard let refresh = shown.map(\.refresh).max(), refresh > 0 else { return nil }
        return min(max(1, (Int(refresh) + 500) / 1000), 1000)
    }

    private var shown: [Output] {
        let shown = all.filter(\.showsWindow)
        return shown.isEmpty ? all : shown
    }

    func add(_ global: Connection.Global, _ connection: Connection) {
        guard global.interface == "wl_output", let pointer = connection.bind(global, RWL_OUTPUT, atMost: 3) else {
            return
        }
        let output = Output(global.name, pointer)
        output.outputs = self
        all.append(output)
        wl_output_add_listener(pointer, Self.listener, listenerData(output))
    }

    func remove(_ global: Connection.Global) {
        guard let index = all.firstIndex(where: { $0.name == global.name }) else { return }
        close(all.remove(at: index))
        onChange?()
    }

    func window(isShownBy pointer: OpaquePointer?, _ isShown: Bool) {
        all.first { $0.pointer == pointer }?.showsWindow = isShown
        onChange?()
    }

    func close() {
        onChange = nil
        for output in all { close(output) }
        all = []
    }

    private func close(_ output: Output) {
        end(output.pointer, since: WL_OUTPUT_RELEASE_SINCE_VERSION, wl_output_release, or: wl_output_destroy)
    }

    private static let listener = {
        var listener = wl_output_listener()
        listener.geometry = { _, _, _, _, _, _, _, _, _, _ in }
        listener.mode = { data, _, flags, _, _, refresh in
            guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
            withListener(data, Output.self) { $0.refresh = refresh }
        }
        listener.scale = { data, _, scale in
            withListener(data, Output.self) { if Outputs.scales.contains(scale) { $0.scale = scale } }
        }
        listener.done = { data, _ in withListener(data, Output.self) { $0.outputs?.onChange?() } }
        listener.name = { _, _, _ in }
        listener.description = { _, _, _ in }
        return listenerTable(listener)
    }()
}
#endif
