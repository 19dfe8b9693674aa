#if Wayland
internal import CResponderWayland
internal import Glibc
internal import ResponderKit

/// The user's layout, as the compositor has sent it, with dead keys and compose sequences of the user's locale.
///
/// The compositor counts modifiers and groups; the map follows (``setModifiers(_:_:_:_:)``). Until there is a layout,
/// it is that of a US keyboard.
///
/// All calls come on the main actor; `KeyMap` wants a type that may be sent.
final class CompositorKeyMap: KeyMap, @unchecked Sendable {
    private let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
    private var layout: OpaquePointer?
    private var state: OpaquePointer?
    private var composeTable: OpaquePointer?
    private var compose: OpaquePointer?
    private let fallback = USKeyMap()
    /// The key that goes down next, by the kernel's code.
    var code: UInt32 = 0

    init() {
        // A layout that cannot be read changes nothing, and is no error of the app's.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locales = names.map { name in getenv(name).map { String(cString: $0) } ?? "" }
        let locale = locales.first { !$0.isEmpty } ?? "C"
        composeTable = xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
        compose = composeTable.flatMap { xkb_compose_state_new($0, XKB_COMPOSE_STATE_NO_FLAGS) }
    }

    deinit {
        xkb_compose_state_unref(compose)
        xkb_compose_table_unref(composeTable)
        xkb_state_unref(state)
        xkb_keymap_unref(layout)
        xkb_context_unref(context)
    }

    /// Takes over a layout from a file, and closes it; a layout that cannot be read changes nothing.
    func setLayout(isText: Bool, _ file: Int32, _ size: UInt32) {
        defer { close(file) }
        guard isText, size > 1, size < 1 << 24 else { return }
        let text = mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, file, 0)
        guard let text, text != MAP_FAILED else { return }
        defer { munmap(text, Int(size)) }
        // The last byte is the text's zero.
        let new = xkb_keymap_new_from_buffer(
            context,
            text.assumingMemoryBound(to: CChar.self),
            strnlen(text.assumingMemoryBound(to: CChar.self), Int(size)),
            XKB_KEYMAP_FORMAT_TEXT_V1,
            XKB_KEYMAP_COMPILE_NO_FLAGS
        )
        guard let new, let newState = xkb_state_new(new) else { return }
        xkb_state_unref(state)
        xkb_keymap_unref(layout)
        (layout, state) = (new, newState)
    }

    func setModifiers(_ down: UInt32, _ latched: UInt32, _ locked: UInt32, _ group: UInt32) {
        if let state { _ = xkb_state_update_mask(state, down, latched, locked, 0, 0, group) }
    }

    var isCapsLockOn: Bool {
        state.map { xkb_state_mod_name_is_active($0, XKB_MOD_NAME_CAPS, XKB_STATE_MODS_EFFECTIVE) > 0 } ?? false
    }

    /// The modifiers that count now; nil where there is no layout.
    var modifiers: KeyModifiers? {
        guard let state else { return nil }
        let names = [
            (XKB_MOD_NAME_SHIFT, KeyModifiers.shift), (XKB_MOD_NAME_CTRL, .control), (XKB_MOD_NAME_ALT, .alternate),
            (XKB_MOD_NAME_LOGO, .command), (XKB_MOD_NAME_CAPS, .alphaShift),
        ]
        var modifiers: KeyModifiers = []
        for (name, modifier) in names where xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0 {
            modifiers.insert(modifier)
        }
        return modifiers
    }

    /// Whether a key repeats while it is held.
    func repeats(_ code: UInt32) -> Bool { layout.map { xkb_keymap_key_repeats($0, code + Self.offset) != 0 } ?? true }

    /// Forgets the beginning of a compose sequence.
    func resetCompose() {
        if let compose { xkb_compose_state_reset(compose) }
    }

    /// Between the kernel's codes and those of XKB.
    private static let offset: UInt32 = 8

    func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String {
        guard let state else { return fallback.characters(for: usage, modifiers: modifiers) }
        let key = code + Self.offset
        if let compose,
            xkb_compose_state_feed(compose, xkb_state_key_get_one_sym(state, key)) == XKB_COMPOSE_FEED_ACCEPTED
        {
            switch xkb_compose_state_get_status(compose) {
            case XKB_COMPOSE_COMPOSING: return ""
            case XKB_COMPOSE_COMPOSED: return text { xkb_compose_state_get_utf8(compose, $0, $1) }
            case XKB_COMPOSE_CANCELLED: return ""
            default: break
            }
        }
        return text { xkb_state_key_get_utf8(state, key, $0, $1) }
    }

    func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String {
        guard let layout, let state else {
            return fallback.charactersIgnoringModifiers(for: usage, isShifted: isShifted)
        }
        let key = code + Self.offset
        let group = xkb_state_key_get_layout(state, key)
        var symbols: UnsafePointer<xkb_keysym_t>?
        // The second level is that of shift in nearly all layouts.
        for level in isShifted ? [1, 0] : [0] as [UInt32]
        where xkb_keymap_key_get_syms_by_level(layout, key, group, level, &symbols) == 1 {
            guard let symbol = symbols?.pointee else { continue }
            let found = text { xkb_keysym_to_utf8(symbol, $0, $1) - 1 }
            if !found.isEmpty { return found }
        }
        return fallback.charactersIgnoringModifiers(for: usage, isShifted: isShifted)
    }

    /// The text that a function of XKB writes, which returns its number of bytes.
    private func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = Int(write(buffer.baseAddress, buffer.count))
            guard count > 0, count < buffer.count else { return "" }
            return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
#endif
