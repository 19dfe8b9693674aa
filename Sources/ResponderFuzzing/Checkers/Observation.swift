internal import ResponderKit

/// Something that an app could see from outside of the library.
///
/// Views, controllers and other parts have names, since an address is another one in each process.
enum Observation: Equatable {
    /// A recipient gets a touch; touches have numbers from 1.
    case touch(Touch.Phase, Int, to: String)
    /// A recipient gets a press, by the number of the press.
    case press(PressPhase, Int, to: String)
    /// An action of a recogniser finds it in a state.
    case gesture(String, GestureRecognizer.State)
    case control(String, ControlCall)
    case appearance(String, AppearanceCall)
    case editing(String, begins: Bool)
    case keyboard(KeyboardCall)
    case scroll(String, ScrollCall)
    /// Anything else, for the digest alone.
    case note(String)

    enum PressPhase: String { case began, changed, ended, cancelled }
    enum ControlCall: String { case down, upInside, upOutside, cancel }
    enum AppearanceCall: String { case willAppear, isAppearing, didAppear, willDisappear, didDisappear }
    enum KeyboardCall: String { case willShow, didShow, willHide, didHide }
    enum ScrollCall: String {
        case willBeginDragging, didEndDragging, didEndDraggingAndDecelerates, willBeginDecelerating
        case didEndDecelerating, willBeginZooming, didEndZooming
    }
}

extension Observation: CustomStringConvertible {
    var description: String {
        switch self {
        case .touch(let phase, let number, let name): "\(name): touch \(number) \(phase)"
        case .press(let phase, let number, let name): "\(name): press \(number) \(phase)"
        case .gesture(let name, let state): "\(name): action in \(state)"
        case .control(let name, let call): "\(name): \(call)"
        case .appearance(let name, let call): "\(name): \(call)"
        case .editing(let name, let begins): "\(name): editing \(begins ? "begins" : "ends")"
        case .keyboard(let call): "keyboard: \(call)"
        case .scroll(let name, let call): "\(name): \(call)"
        case .note(let text): text
        }
    }
}
