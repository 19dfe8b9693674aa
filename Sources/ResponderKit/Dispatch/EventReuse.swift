/// Whether somebody keeps an event, asked at every event.
///
/// The standard library's answer costs a call into it, a tenth of what a move costs. But an object's second word holds its
/// counts of references: as long as it is what it was when there was one reference only, there is one only. When it is
/// another, the standard library is asked. So is it always where the word turns out to be something else: it is looked at
/// with one reference and with two, whenever an event is made.
@MainActor
enum EventReuse {
    /// The word of an event to which there is one reference; 0, which no object has there, where it cannot be told by that.
    static func soleWord(of event: inout Event) -> UInt64 {
        guard isKnownUniquelyReferenced(&event) else { return 0 }
        let object = Unmanaged.passUnretained(event)
        let sole = word(of: object)
        retain(object)
        let shared = word(of: object)
        release(object)
        return shared != sole && word(of: object) == sole ? sole : 0
    }

    // Not inlined, or the optimiser takes out both of a pair that nobody seems to need.
    @inline(never)
    private static func retain(_ event: Unmanaged<Event>) { _ = event.retain() }
    @inline(never)
    private static func release(_ event: Unmanaged<Event>) { event.release() }

    /// Whether the reference at `place` is the only one.
    @inline(__always)
    static func isSole(_ place: UnsafeMutablePointer<Event>, _ soleWord: UInt64) -> Bool {
        word(of: .passUnretained(place.pointee)) == soleWord || isKnownUniquelyReferenced(&place.pointee)
    }

    @inline(__always)
    private static func word(of event: Unmanaged<Event>) -> UInt64 {
        event.toOpaque().load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt64.self)
    }
}
