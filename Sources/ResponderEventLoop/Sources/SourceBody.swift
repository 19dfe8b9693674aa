/// The closure that a source calls.
///
/// In a constant of an object: a closure that is read from a variable is retained and released at each call.
@MainActor
final class SourceBody {
    let perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
        self.perform = perform
    }
}
