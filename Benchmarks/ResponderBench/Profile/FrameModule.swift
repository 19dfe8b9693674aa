/// The module that a frame's code belongs to, which gives the frame its colour in a flame graph.
enum FrameModule: String, CaseIterable {
    case responderKit = "ResponderKit"
    case eventLoop = "ResponderEventLoop"
    case touchInput = "ResponderTouchInput"
    case notifications = "ResponderNotifications"
    case swiftRuntime = "libswiftCore"
    case libevent = "libevent"
    case cLibrary = "C library"
    case kernel = "kernel"
    case other = "other"

    /// The module of a function, by its symbol as the linker knows it and by the file that holds its code.
    ///
    /// The modules of the kit are linked into the program, so their Swift symbols tell them apart. Code that
    /// the compiler specialised or inlined from the standard library belongs to that library, whichever file holds it.
    init(symbol: String, object: String) {
        let file = object.split(separator: "/").last.map(String.init) ?? object
        if object.hasPrefix("[kernel") || object.hasPrefix("[guest.kernel") {
            self = .kernel
        } else if let name = Self.swiftModule(of: symbol) {
            self = Self(swiftModule: name)
        } else if file.hasPrefix("libswift") || symbol.hasPrefix("swift_") || symbol.hasPrefix("_ZN5swift") {
            self = .swiftRuntime
        } else if file.hasPrefix("libevent") {
            self = .libevent
        } else if ["libc.", "libc-", "libm.", "libpthread", "ld-", "[vdso]"].contains(where: file.hasPrefix) {
            self = .cLibrary
        } else if symbol.hasPrefix("rel_") {
            // The C code of the kit's modules.
            self = .eventLoop
        } else if symbol.hasPrefix("rin_") {
            self = .touchInput
        } else {
            self = .other
        }
    }

    private init(swiftModule name: String) {
        switch name {
        case "Swift", "_Concurrency", "Synchronization": self = .swiftRuntime
        case "ResponderKit": self = .responderKit
        case "ResponderEventLoop": self = .eventLoop
        case "ResponderTouchInput": self = .touchInput
        case "ResponderNotifications": self = .notifications
        default: self = .other
        }
    }

    /// The module that a mangled Swift name begins with; nil for other symbols.
    private static func swiftModule(of symbol: String) -> String? {
        guard let prefix = ["$s", "_$s", "$S", "$e"].first(where: symbol.hasPrefix) else { return nil }
        let rest = symbol.dropFirst(prefix.count)
        if let name = identifier(rest) { return String(name) }
        // `s` is the standard library, `Sa` its Array, and so on; `So` and `SC` are declarations of C.
        if rest.hasPrefix("s") { return "Swift" }
        guard rest.hasPrefix("S"), !rest.hasPrefix("So"), !rest.hasPrefix("SC") else { return nil }
        // A type of the standard library that a module of the kit extends: `Sp12ResponderKit…`.
        if let name = identifier(rest.dropFirst(2)), FrameModule(swiftModule: String(name)) != .other {
            return String(name)
        }
        return "Swift"
    }

    /// The identifier that the text begins with, a length and that many characters; nil where there is none.
    private static func identifier(_ text: Substring) -> Substring? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let length = Int(digits), length > 0, text.count - digits.count >= length else { return nil }
        return text.dropFirst(digits.count).prefix(length)
    }
}
