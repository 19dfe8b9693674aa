/// Posts in raw memory, which are moved in and out: none is retained and released on its way.
///
/// Whoever has it frees it.
struct PostList {
    /// A block, the modes that it runs in, and what the ledger calls it.
    struct Post {
        let work: @MainActor () -> Void
        let modes: UInt64
        let name: CallbackName
    }

    private var posts: UnsafeMutablePointer<Post>?
    private(set) var count = 0
    private(set) var capacity = 0

    @inline(__always)
    mutating func append(_ post: consuming Post) {
        if count == capacity { grow() }
        posts.unsafelyUnwrapped.advanced(by: count).initialize(to: post)
        count += 1
    }

    /// Moves all of `others`, which is empty then, behind its own.
    mutating func append(contentsOf others: inout PostList) {
        for place in 0..<others.count { append(others.move(at: place)) }
        others.becomeEmpty()
    }

    /// The post at a place, which is not taken out.
    @inline(__always)
    func modes(at place: Int) -> UInt64 { posts.unsafelyUnwrapped[place].modes }

    /// Moves the post out of its place; each once, and then all of them with ``becomeEmpty()``.
    @inline(__always)
    func move(at place: Int) -> Post { posts.unsafelyUnwrapped.advanced(by: place).move() }

    /// Forgets the posts, all of which were moved out.
    mutating func becomeEmpty() { count = 0 }

    /// Whether all are of one of these modes.
    func isAll(in active: UInt64) -> Bool {
        for place in 0..<count where modes(at: place) & active == 0 { return false }
        return true
    }

    /// Lets go of the posts, and of the memory.
    mutating func free() {
        posts?.deinitialize(count: count)
        posts?.deallocate()
        self = PostList()
    }

    @inline(never)
    private mutating func grow() {
        capacity = max(16, 2 * capacity)
        let larger = UnsafeMutablePointer<Post>.allocate(capacity: capacity)
        if let posts { larger.moveInitialize(from: posts, count: count) }
        posts?.deallocate()
        posts = larger
    }
}
