#if Wayland
internal import CResponderWayland
internal import Glibc
internal import ResponderKit

/// The compositor's clipboard as the application's pasteboard: text alone.
///
/// What others copy is read while the window has the keyboard's focus, without waiting. What the app copies is offered
/// as soon as there is an event of the user to name.
@MainActor
final class Clipboard {
    private let application: Application
    private let connection: Connection
    private let manager: OpaquePointer
    private let device: OpaquePointer
    /// What is offered, with the kind of text to ask for.
    private var offers: [OpaquePointer: Offer] = [:]
    /// What another application drags over the window.
    private var dragged: OpaquePointer?

    private struct Offer {
        var kind: String?
        /// Whether this application offers it.
        var isOwn = false
    }

    /// The kind by which the application knows what it offers itself.
    private let ownKind = "application/x-responderkit-\(getpid())"
    private var offer: OpaquePointer?
    private var source: OpaquePointer?
    private var reader: PipeReader?
    private var writers: [PipeWriter] = []
    /// The pasteboard's count when the two were the same.
    private var knownCount: Int
    private var observer: MainRunLoop.Observer?
    /// The number of the user's last event.
    var serial: UInt32 = 0 { didSet { if oldValue == 0 { offerIfChanged() } } }

    /// Text in UTF-8, the best kind first.
    private static let kinds = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain"]
    /// How many bytes are taken of a text that others have copied: 4 MiB.
    private static let limit = 1 << 22

    init?(_ connection: Connection, _ seat: OpaquePointer, _ application: Application) {
        guard let manager = connection.bind(RWL_DATA_DEVICE_MANAGER, "wl_data_device_manager", atMost: 3),
            let device = wl_data_device_manager_get_data_device(manager, seat)
        else { return nil }
        (self.application, self.connection, self.manager, self.device) = (application, connection, manager, device)
        knownCount = application.pasteboard.changeCount
        wl_data_device_add_listener(device, Self.deviceListener, listenerData(self))
        observer = application.runLoop.addObserver(of: .beforeWaiting, name: "Wayland clipboard") { [weak self] _ in
            self?.offerIfChanged()
        }
    }

    func close() {
        observer?.cancel()
        reader?.close()
        for writer in writers { writer.close() }
        for offer in offers.keys { wl_data_offer_destroy(offer) }
        if let source { wl_data_source_destroy(source) }
        wl_data_device_destroy(device)
        wl_data_device_manager_destroy(manager)
    }

    // MARK: From others

    private func add(_ offer: OpaquePointer) {
        offers[offer] = Offer()
        wl_data_offer_add_listener(offer, Self.offerListener, listenerData(self))
    }

    private func note(_ kind: String, of offer: OpaquePointer) {
        if kind == ownKind { offers[offer]?.isOwn = true }
        guard let rank = Self.kinds.firstIndex(of: kind) else { return }
        let known = offers[offer]?.kind.flatMap { Self.kinds.firstIndex(of: $0) }
        if known.map({ rank < $0 }) ?? true { offers[offer]?.kind = kind }
    }

    private func forget(_ offer: OpaquePointer?) {
        guard let offer, offers.removeValue(forKey: offer) != nil else { return }
        wl_data_offer_destroy(offer)
    }

    /// Nothing can be dropped on the window.
    private func drag(_ offer: OpaquePointer?) {
        if dragged != offer { forget(dragged) }
        dragged = offer
    }

    private func select(_ selected: OpaquePointer?) {
        reader?.close()
        reader = nil
        if offer != selected { forget(offer) }
        offer = selected
        // What the app has copied itself comes back as an offer.
        guard let selected, let known = offers[selected], !known.isOwn, let kind = known.kind else { return }
        var ends: [Int32] = [0, 0]
        guard rwl_pipe(&ends) == 0 else { return }
        wl_data_offer_receive(selected, kind, ends[1])
        connection.flush()
        Glibc.close(ends[1])
        reader = PipeReader(ends[0], application.runLoop, limit: Self.limit) { [weak self] bytes in self?.take(bytes) }
    }

    private func take(_ bytes: [UInt8]?) {
        reader = nil
        guard let bytes, !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        if text != application.pasteboard.string { application.receivePasteboard(text) }
        knownCount = application.pasteboard.changeCount
    }

    // MARK: To others

    private func offerIfChanged() {
        guard serial != 0, application.pasteboard.changeCount != knownCount else { return }
        knownCount = application.pasteboard.changeCount
        guard application.pasteboard.hasString, let new = wl_data_device_manager_create_data_source(manager) else {
            return
        }
        // What others have copied before comes too late now.
        reader?.close()
        reader = nil
        for kind in Self.kinds + [ownKind] { wl_data_source_offer(new, kind) }
        wl_data_source_add_listener(new, Self.sourceListener, listenerData(self))
        if let source { wl_data_source_destroy(source) }
        source = new
        wl_data_device_set_selection(device, new, serial)
        connection.flush()
    }

    private func send(to file: Int32) {
        let text = Array((application.pasteboard.string ?? "").utf8)
        writers.removeAll(where: \.isDone)
        writers.append(PipeWriter(file, text, application.runLoop))
    }

    private func cancelSource(_ cancelled: OpaquePointer?) {
        guard let cancelled, cancelled == source else { return }
        wl_data_source_destroy(cancelled)
        source = nil
    }

    // MARK: Listeners

    private static let deviceListener = {
        var listener = wl_data_device_listener()
        listener.data_offer = { data, _, offer in
            nonisolated(unsafe) let offer = offer
            withListener(data, Clipboard.self) { if let offer { $0.add(offer) } }
        }
        listener.enter = { data, _, _, _, _, _, offer in
            nonisolated(unsafe) let offer = offer
            withListener(data, Clipboard.self) { $0.drag(offer) }
        }
        listener.leave = { data, _ in withListener(data, Clipboard.self) { $0.drag(nil) } }
        listener.motion = { _, _, _, _, _ in }
        listener.drop = { data, _ in withListener(data, Clipboard.self) { $0.drag(nil) } }
        listener.selection = { data, _, offer in
            nonisolated(unsafe) let offer = offer
            withListener(data, Clipboard.self) { $0.select(offer) }
        }
        return listenerTable(listener)
    }()

    private static let offerListener = {
        var listener = wl_data_offer_listener()
        listener.offer = { data, offer, kind in
            guard let kind = kind.map({ String(cString: $0) }) else { return }
            nonisolated(unsafe) let offer = offer
            withListener(data, Clipboard.self) { if let offer { $0.note(kind, of: offer) } }
        }
        listener.source_actions = { _, _, _ in }
        listener.action = { _, _, _ in }
        return listenerTable(listener)
    }()

    private static let sourceListener = {
        var listener = wl_data_source_listener()
        listener.target = { _, _, _ in }
        listener.send = { data, _, _, file in withListener(data, Clipboard.self) { $0.send(to: file) } }
        listener.cancelled = { data, source in
            nonisolated(unsafe) let source = source
            withListener(data, Clipboard.self) { $0.cancelSource(source) }
        }
        listener.dnd_drop_performed = { _, _ in }
        listener.dnd_finished = { _, _ in }
        listener.action = { _, _, _ in }
        return listenerTable(listener)
    }()
}
#endif
