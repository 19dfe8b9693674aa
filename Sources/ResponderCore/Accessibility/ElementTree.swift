/// What a person could find on the screen at a moment: the elements of all windows, from front to back.
///
/// An element comes before those inside it. A view is an element if it says that it is one
/// (``View/isAccessibilityElement``), or has a label or an identifier. Controls, labels, lists, bars and the keyboard
/// do so by themselves. Other views only hold elements. What is hidden, or transparent, is left out.
///
/// To read a tree, print it:
///
///     window (0, 0, 800 x 480)
///       field "Name", value "Ada", editing (40, 40, 240 x 48)
///       button "Save" #save, disabled (40, 100, 120 x 44)
///       button "Help" (700, 20, 80 x 44), covered by AlertView
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct ElementTree: RandomAccessCollection, Sendable {
    package let elements: [Element]
    /// Why the application takes no touches at all now; nil if it does.
    public let refusal: TouchRefusal?

    init(_ elements: [Element], refusal: TouchRefusal?) {
        self.elements = elements
        self.refusal = refusal
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { elements.count }

    /// The element at a place: see ``Element/index``.
    public subscript(index: Int) -> Element { elements[index] }

    /// The elements directly inside an element of this tree.
    ///
    /// - Complexity: Linear in all elements inside it; allocates the array.
    public func children(of element: Element) -> [Element] {
        elements(inside: element).filter { $0.parent == element.index }
    }

    /// All elements inside an element of this tree, at any depth.
    ///
    /// - Complexity: Linear in these elements.
    public func elements(inside element: Element) -> ArraySlice<Element> {
        elements.dropFirst(element.index + 1).prefix { $0.depth > element.depth }
    }
}
