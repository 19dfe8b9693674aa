/// The closure that a source calls.
///
/// The closure lies in a constant of an object: one that is read from a variable is retained and released at each
/// call.
@MainActor
final class SourceBody {
    let perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
        self.perform = perform
    }
}
