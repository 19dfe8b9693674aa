#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// Text from the compositor's input methods and keyboards on the screen, by text-input-v3.
///
/// The compositor is told what text there is around the caret, and where the caret is, whenever the application's text
/// changes. What the input method composes is the text's marked text.
@MainActor
final class TextInputClient {
    private let application: Application
    private let input: OpaquePointer
    private var isEntered = false
    private var isEnabled = false
    private var isClosed = false
    /// Whether the input method's own changes are being made.
    private var isPerforming = false
    /// How often the state was committed; the compositor names the number that it has seen.
    private var commits: UInt32 = 0
    /// What was told last.
    private var told: Surroundings?
    private weak var toldInput: (any KeyInput)?
    /// What the input method asks for, until it says that this is all.
    private var change = TextChange()

    /// What is around the caret.
    private struct Surroundings: Equatable {
        var text = ""
        /// In bytes of the text.
        var (caret, anchor): (Int32, Int32) = (0, 0)
        /// On the surface, in points.
        var caretRect = Rect.zero
        var isSecret = false
        var purpose = ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NORMAL.rawValue
    }

    /// The protocol allows 4,000 bytes; these characters are told on each side of the caret.
    private static let (mostCharacters, mostBytes) = (400, 4000)

    init(_ input: OpaquePointer, _ application: Application) {
        (self.input, self.application) = (input, application)
        zwp_text_input_v3_add_listener(input, Self.listener, listenerData(self))
    }

    func close() {
        isClosed = true
        zwp_text_input_v3_destroy(input)
    }

    // MARK: To the compositor

    /// Tells the compositor of the text, if it has changed.
    func update(_ text: (any KeyInput)?) {
        guard isEntered else { return }
        guard let text else {
            if isEnabled { disable() }
            return
        }
        let surroundings = surroundings(of: text)
        // What the input method knows of a text that becomes secret must go with all else.
        let isNew = !isEnabled || toldInput !== text || told?.isSecret != surroundings.isSecret
        guard isNew || surroundings != told else { return }
        if isNew {
            unmark()
            // The app's code may have ended the connection.
            if isClosed { return }
            zwp_text_input_v3_enable(input)
        }
        if isNew || told?.purpose != surroundings.purpose {
            let isSecret = surroundings.isSecret
            zwp_text_input_v3_set_content_type(
                input,
                isSecret
                    ? ZWP_TEXT_INPUT_V3_CONTENT_HINT_SENSITIVE_DATA.rawValue
                    : ZWP_TEXT_INPUT_V3_CONTENT_HINT_NONE.rawValue,
                surroundings.purpose
            )
        }
        if !isNew, !isPerforming {
            // A caret that was moved by touch ends what is being composed.
            zwp_text_input_v3_set_text_change_cause(input, ZWP_TEXT_INPUT_V3_CHANGE_CAUSE_OTHER.rawValue)
        }
        isPerforming = false
        if !surroundings.isSecret {
            zwp_text_input_v3_set_surrounding_text(
                input,
                surroundings.text,
                surroundings.caret,
                surroundings.anchor
            )
        }
        func whole(_ points: Double) -> Int32 { Int32(min(max(points.rounded(), -32_768), 32_767)) }
        let caret = surroundings.caretRect
        zwp_text_input_v3_set_cursor_rectangle(
            input,
            whole(caret.minX),
            whole(caret.minY),
            max(1, whole(caret.width)),
            max(1, whole(caret.height))
        )
        (isEnabled, told, toldInput) = (true, surroundings, text)
        commit()
    }

    private func disable() {
        if isClosed { return }
        zwp_text_input_v3_disable(input)
        (isEnabled, told, toldInput) = (false, nil, nil)
        commit()
    }

    private func commit() {
        zwp_text_input_v3_commit(input)
        commits &+= 1
    }

    private func surroundings(of input: any KeyInput) -> Surroundings {
        var surroundings = Surroundings()
        surroundings.isSecret = input.isSecureTextEntry
        surroundings.purpose = Self.purpose(of: input).rawValue
        guard let input = input as? any TextInput else { return surroundings }
        let selection = input.selectedTextRange
        if let view = input as? View {
            surroundings.caretRect = view.convert(input.caretRect(for: selection.upperBound), to: nil)
            if !surroundings.caretRect.isFinite { surroundings.caretRect = .zero }
        }
        guard !surroundings.isSecret else { return surroundings }
        // The marked text is the input method's own.
        let marked = input.markedTextRange
        let (start, end) = (marked?.lowerBound ?? selection.lowerBound, marked?.upperBound ?? selection.upperBound)
        let selected = marked == nil ? input.text(in: selection) : ""
        // Less around the caret where characters take many bytes.
        var count = Self.mostCharacters
        while count > 0 {
            let before = input.text(in: input.position(start, offsetBy: -count)..<start)
            let after = input.text(in: end..<input.position(end, offsetBy: count))
            let text = before + selected + after
            if text.utf8.count <= Self.mostBytes {
                surroundings.text = text
                surroundings.anchor = Int32(before.utf8.count)
                surroundings.caret = Int32(before.utf8.count + selected.utf8.count)
                break
            }
            count /= 2
        }
        return surroundings
    }

    private static func purpose(of input: any KeyInput) -> zwp_text_input_v3_content_purpose {
        if input.isSecureTextEntry { return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD }
        switch input.keyboardType {
        case .normal: return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NORMAL
        case .numbersAndPunctuation, .decimalPad: return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NUMBER
        case .numberPad: return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_DIGITS
        case .phonePad: return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PHONE
        case .url: return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_URL
        case .emailAddress: return ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_EMAIL
        }
    }

    // MARK: From the compositor

    private func enter() {
        isEntered = true
        update(application.textInput)
    }

    private func leave() {
        isEntered = false
        unmark()
        if isEnabled { disable() }
    }

    private func unmark() {
        guard let text = toldInput as? any TextInput, text.markedTextRange != nil else { return }
        application.receiveUnmarking(of: text)
    }

    /// Performs what was asked for, in the protocol's order.
    private func perform() {
        let change = change
        self.change = TextChange()
        // Keys and touches that came before the text act before it.
        _ = application.touchPort.serve(limit: 1024)
        guard !isClosed else { return }
        guard isEnabled, let text = application.textInput, text === toldInput else { return }
        application.receive(change, in: text)
        isPerforming = true
        application.runLoop.setNeedsUpdate()
    }

    private static let listener = {
        var listener = zwp_text_input_v3_listener()
        listener.enter = { data, _, _ in withListener(data, TextInputClient.self) { $0.enter() } }
        listener.leave = { data, _, _ in withListener(data, TextInputClient.self) { $0.leave() } }
        listener.preedit_string = { data, _, text, start, end in
            let text = text.map { String(cString: $0) } ?? ""
            let (start, end, count) = (Int(start), Int(end), text.utf8.count)
            // Both are -1 for a hidden caret; others may be beyond the text.
            let isSound = start >= 0 && end >= start && end <= count
            withListener(data, TextInputClient.self) {
                ($0.change.marked, $0.change.selection) = (text, isSound ? start..<end : nil)
            }
        }
        listener.commit_string = { data, _, text in
            let text = text.map { String(cString: $0) } ?? ""
            withListener(data, TextInputClient.self) { $0.change.inserted = text }
        }
        listener.delete_surrounding_text = { data, _, before, after in
            withListener(data, TextInputClient.self) {
                ($0.change.bytesBefore, $0.change.bytesAfter) = (Int(before), Int(after))
            }
        }
        // What was asked for before the last commit is performed too: the text may have changed little since.
        listener.done = { data, _, _ in withListener(data, TextInputClient.self) { $0.perform() } }
        return listenerTable(listener)
    }()
}
#endif
