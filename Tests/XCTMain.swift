import Testing
import XCTest

// A build of other test targets alone has no tests of XCTest (RESPONDERKIT_TEST_TARGETS).
#if canImport(RealTimeTests)
@testable import RealTimeTests
#endif

/// The entry point of the test bundle.
///
/// SwiftPM makes an entry point by itself where there is no file of this name. That one finds the tests of XCTest by
/// the index store, which a build has to write for each file that it compiles; this one lists them, and lint compares.
@main
enum EntryPoint {
    /// The tests of XCTest, which need the process's first thread outside of any task.
    private static var firstThreadTests: [XCTestCaseEntry] {
        #if canImport(RealTimeTests)
        [
            testCase([
                ("testSendersMakeNoSystemCall", BusyWaitTests.testSendersMakeNoSystemCall),
                ("testTheSystemIsAsked", BusyWaitTests.testTheSystemIsAsked),
                ("testWorkInTimeStarvesNoDescriptor", BusyWaitTests.testWorkInTimeStarvesNoDescriptor),
                ("testDeadlinesEndIt", BusyWaitTests.testDeadlinesEndIt),
                ("testItEndsInSleep", BusyWaitTests.testItEndsInSleep),
                ("testObserversOfTheWait", BusyWaitTests.testObserversOfTheWait),
                ("testModes", BusyWaitTests.testModes),
                ("testLedger", BusyWaitTests.testLedger),
            ]),
            testCase([
                ("testJobsRunUnderABlockingRun", MainQueueTests.testJobsRunUnderABlockingRun),
                ("testJobsRunInANestedRun", MainQueueTests.testJobsRunInANestedRun),
                ("testJobsRunInAnotherLoop", MainQueueTests.testJobsRunInAnotherLoop),
                ("testMainQueueThatRefillsItself", MainQueueTests.testMainQueueThatRefillsItself),
                ("testRunsThatDoNotWait", MainQueueTests.testRunsThatDoNotWait),
                ("testAwaitedRunInsideABlockingRun", MainQueueTests.testAwaitedRunInsideABlockingRun),
            ]),
            testCase([
                ("testEmptyModes", ModeWaitingTests.testEmptyModes),
                ("testOtherModesDoNotSpin", ModeWaitingTests.testOtherModesDoNotSpin),
                ("testBusyLoopServesAll", ModeWaitingTests.testBusyLoopServesAll),
            ]),
            testCase([
                ("testFramesOfAnotherProcess", OtherProcessTests.testFramesOfAnotherProcess)
            ]),
            testCase([
                ("testNoWakeUpIsLost", PortWakeUpTests.testNoWakeUpIsLost)
            ]),
            testCase([
                ("testARequestToEndAllRunsIsNeverLost", StopFromThreadTests.testARequestToEndAllRunsIsNeverLost)
            ]),
            testCase([
                ("testTimersAreNeverEarly", WaitingTests.testTimersAreNeverEarly),
                ("testRearmedTimers", WaitingTests.testRearmedTimers),
                ("testLimit", WaitingTests.testLimit),
                ("testLimitWithTimersThatAreAlwaysDue", WaitingTests.testLimitWithTimersThatAreAlwaysDue),
                ("testWokenByAnotherThread", WaitingTests.testWokenByAnotherThread),
                ("testManyThreads", WaitingTests.testManyThreads),
            ]),
        ]
        #else
        []
        #endif
    }

    static func main() {
        let arguments = CommandLine.arguments
        if let place = arguments.firstIndex(of: "--testing-library"), arguments[place...].dropFirst().first != "xctest"
        {
            runAsyncMain { await Testing.__swiftPMEntryPoint() as Never }
        }
        XCTMain(firstThreadTests)
    }

    /// Runs the main actor's jobs on the process's first thread, as the `main` of a program does that is asynchronous.
    ///
    /// The function of the runtime by its symbol: Swift calls it from an asynchronous `main` only, and the tests of
    /// XCTest need a synchronous one.
    @_silgen_name("$ss13_runAsyncMainyyyyYaKcF")
    private static func runAsyncMain(_ main: @Sendable @escaping () async throws -> Void)
}
