import Testing

@testable import responder_bench

@Suite("A function in a profile")
struct FunctionNameTests {
    @Test(
        "A function in a profile is shown without what the compiler made of it",
        arguments: [
            ("Application.sendEvent(_:)", "Application.sendEvent(_:)"),
            ("specialized Array.append(_:)", "Array.append(_:)"),
            ("partial apply for closure #1 in View.add(_:)", "closure #1 in View.add(_:)"),
            ("merged specialized f()", "f()"),
            ("protocol witness for InputSource.serve(limit:) in conformance TouchPort", "TouchPort.serve(limit:)"),
            ("protocol witness for Sequence.next() in conformance <A> Ring<A>", "Ring<A>.next()"),
            (
                "protocol witness for static Equatable.== infix(_:_:) in conformance Point",
                "static Equatable.== infix(_:_:) (Point)"
            ),
            ("Dictionary<ObjectIdentifier, [TouchContact]>.subscript.getter", "Dictionary<…>.subscript.getter"),
            ("closure #1 in f<(Int, Int) -> Bool>(_:)", "closure #1 in f<…>(_:)"),
            ("static Point.< infix(_:_:)", "static Point.< infix(_:_:)"),
            ("a<b", "a<b"), ("fork@@GLIBC_2.2.5", "fork"), ("read@GLIBC_2.2.5", "read"), ("fork@plt", "fork@plt"),
            ("specialized ", "specialized "),
            ("", ""),
            (
                "swift::RefCounts<swift::RefCountBitsT<(swift::RefCountInlinedness)1> >::incrementSlow(int)",
                "swift::RefCounts<…>::incrementSlow"
            ),
            ("swift::(anonymous namespace)::find(int)", "swift::{anonymous}::find"),
        ]
    )
    func shortened(full: String, short: String) {
        #expect(FunctionName.shortened(full) == short)
    }

    @Test(
        "A function's name in a profile moves no cursor",
        arguments: ["a\u{1B}[2Jb", "a\u{0}b", "a\u{202E}b", "a\u{FFFF}b"]
    )
    func printable(text: String) {
        let name = FunctionName(StackFrame(symbol: text, object: "/tmp/p"), demangled: text)
        #expect(name.short.hasPrefix("a\u{FFFD}") && name.short.hasSuffix("b"))
    }

    @Test(
        "A function's name fits into less room without labels, then without its type, then in part",
        arguments: [
            ("View.layout(in:with:)", 21, "View.layout(in:with:)"), ("View.layout(in:with:)", 20, "View.layout"),
            ("View.layout(in:with:)", 10, "layout"), ("View.layout(in:with:)", 5, "layo…"),
            ("View.layout(in:with:)", 1, "…"), ("Window.View.frame.getter", 10, "frame"),
            ("closure #1 in View.layout(_:)", 12, "closure #1 …"), ("ns::Type<…>::find", 6, "find"),
            ("[libc.so.6]", 6, "[libc…"), ("memcpy.part.0", 8, "memcpy.…"), ("(nameless)", 4, "(na…"),
        ]
    )
    func fitting(name: String, room: Int, shown: String) {
        #expect(FunctionName(StackFrame(symbol: "f", object: "/tmp/p"), demangled: name).fitting(room) == shown)
    }

    @Test("A function that nobody knows is shown by its file")
    func unknown() {
        func short(_ object: String) -> String {
            FunctionName(StackFrame(symbol: "[unknown]", object: object), demangled: "[unknown]").short
        }
        #expect(short("/usr/lib/libevent_core-2.1.so.7") == "[libevent_core-2.1.so.7]")
        #expect(short("[kernel]") == "[kernel]" && short("[unknown]") == "[unknown]" && short("") == "[unknown]")
    }

    @Test(
        "A function is of the module that its symbol names, else of its file's",
        arguments: [
            ("$s12ResponderKit11ApplicationC9sendEventyyAA0E0CF", "/tmp/program", FrameModule.responderKit),
            ("$s18ResponderEventLoop07MainRunC0C9serveTurnSbyF", "/tmp/program", .eventLoop),
            ("$s19ResponderTouchInput0B4PortC9peekFrameAA0bdF0VSgyF", "/tmp/program", .touchInput),
            ("$s22ResponderNotifications6CenterC4postyyF", "/tmp/program", .notifications),
            ("$s15responder_bench13guardMeasuredyyyyXEF", "/tmp/program", .other),
            ("$ss21withUnsafeCurrentTask4bodyxxSctSgKXE_tKlF", "/tmp/program", .swiftRuntime),
            ("$sSa6appendyyxnF", "/tmp/program", .swiftRuntime),
            ("$sSa12ResponderKitE5firstyyF", "/tmp/program", .responderKit),
            ("$sSp12ResponderKitAA5EntryVRszlE6searchyyF", "/tmp/program", .responderKit),
            ("$sSo10rel_loop_ta", "/tmp/program", .other), ("$s99Short", "/tmp/program", .other), ("$s", "", .other),
            ("swift_retain", "/opt/swift/libswiftCore.so", .swiftRuntime),
            ("swift_retain", "/tmp/static", .swiftRuntime),
            ("rel_loop_poll", "/tmp/program", .eventLoop), ("rin_get_axes", "/tmp/program", .touchInput),
            ("event_base_loop", "/usr/lib/libevent_core-2.1.so.7.0.1", .libevent),
            ("malloc", "/usr/lib/x86_64-linux-gnu/libc.so.6", .cLibrary), ("clock_gettime", "[vdso]", .cLibrary),
            ("do_syscall_64", "[kernel]", .kernel), ("[unknown]", "[kernel.kallsyms]", .kernel),
            ("[unknown]", "[unknown]", .other),
            ("main", "/home/libcat/program", .other),
        ]
    )
    func module(symbol: String, object: String, module: FrameModule) {
        #expect(FrameModule(symbol: symbol, object: object) == module)
    }

    @Test("A function's name is demangled by Swift's own tool, and hostile symbols stay what they are")
    func demangled() {
        let hostile: Set = ["$s;<&", "a b;c", "$s", "_Z;"]
        let names = Demangler.names(of: hostile.union(["$s12ResponderKit11ApplicationC9sendEventyyAA0E0CF"]))
        #expect(names["$s12ResponderKit11ApplicationC9sendEventyyAA0E0CF"] == "Application.sendEvent(_:)")
        for symbol in hostile { #expect((names[symbol] ?? symbol) == symbol) }
    }
}
