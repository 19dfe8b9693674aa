/// A list of posts in raw memory, which are moved in and out without being retained.
///
/// The owner frees the list.
struct PostList {
    /// A block, the modes in which it runs, and its name in the ledger.
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

    /// Moves all posts of `others` behind those of this list; `others` is empty afterwards.
    mutating func append(contentsOf others: inout PostList) {
        for place in 0..<others.count { append(others.move(at: place)) }
        others.becomeEmpty()
    }

    /// The modes of the post at a place, which must not be moved out yet.
    @inline(__always)
    func modes(at place: Int) -> UInt64 { posts.unsafelyUnwrapped[place].modes }

    /// Moves the post out of its place; move each post out once, then call ``becomeEmpty()``.
    @inline(__always)
    func move(at place: Int) -> Post { posts.unsafelyUnwrapped.advanced(by: place).move() }

    /// Empties the list after all its posts were moved out.
    mutating func becomeEmpty() { count = 0 }

    /// Whether each post is in one of these modes.
    func isAll(in active: UInt64) -> Bool {
        for place in 0..<count where modes(at: place) & active == 0 { return false }
        return true
    }

    /// Releases the posts and the memory.
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
