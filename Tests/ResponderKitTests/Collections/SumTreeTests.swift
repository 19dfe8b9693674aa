import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

private struct Number: SummedElement {
    let value: Int
    static var vacant: Number { Number(value: 0) }
    var sum: Sum { Sum(value: value) }

    struct Sum: TreeSum {
        var value: Int
        static var zero: Sum { Sum(value: 0) }
        static func + (first: Sum, second: Sum) -> Sum { Sum(value: first.value + second.value) }
    }
}

@Suite struct SumTreeTests {
    @Test func emptyTreeHasNoElement() {
        let tree = SumTree<Number>()
        #expect(tree.count == 0)
        #expect(tree.first { $0.value > 0 }.index == 0)
        #expect(tree.isConsistent)
    }

    /// Runs of elements are replaced at random, and an array with them.
    @Test(arguments: UInt64(1)...5) func treeEqualsAnArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var array = (0..<Int.random(in: 0..<100, using: &random)).map { _ in Int.random(in: 0..<5, using: &random) }
        var tree = SumTree(array.map(Number.init))
        for step in 0..<400 {
            // A few elements are replaced one by one, more of them at once.
            let most = step.isMultiple(of: 2) ? 4 : 30
            let start = Int.random(in: 0...array.count, using: &random)
            let end = Int.random(in: start...min(array.count, start + most), using: &random)
            let new = (0..<Int.random(in: 0...most, using: &random)).map { _ in Int.random(in: 0..<5, using: &random) }
            array.replaceSubrange(start..<end, with: new)
            tree.replace(start..<end, with: new.map(Number.init))
            #expect(tree.isConsistent, "seed \(seed), step \(step)")
            var elements: [Int] = []
            let from = Int.random(in: 0...array.count, using: &random)
            tree.forEach(from: from) {
                elements.append($0.value)
                return true
            }
            #expect(elements == Array(array[from...]), "seed \(seed), step \(step)")
            #expect(tree.sum.value == array.reduce(0, +))
            #expect(tree.sum(before: from).value == array[..<from].reduce(0, +))
            let wanted = Int.random(in: 0...tree.sum.value + 1, using: &random)
            var (index, sum) = (0, 0)
            while index < array.count, sum + array[index] <= wanted {
                sum += array[index]
                index += 1
            }
            let found = tree.first { $0.value > wanted }
            #expect(found.index == index && found.before.value == sum, "seed \(seed), step \(step)")
            #expect(found.element?.value == (index < array.count ? array[index] : nil), "seed \(seed), step \(step)")
            if let last = array.indices.last { #expect(tree[last].value == array[last]) }
        }
    }

    @Test(arguments: [1, 30]) func placesOfElementsThatAreGoneAreUsedAgain(count: Int) {
        var tree = SumTree(Array(repeating: Number(value: 1), count: 1000))
        for _ in 0..<100 {
            tree.replace(500..<500 + count, with: [])
            tree.replace(0..<0, with: Array(repeating: Number(value: 2), count: count))
        }
        #expect(tree.count == 1000 && tree.room == 1000)
        #expect(tree.isConsistent)
    }
}
