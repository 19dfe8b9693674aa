import Testing

@testable import ResponderEventLoop

@Suite("A mailbox")
struct MailboxTests {
    /// An element whose end comes back to the mailbox.
    private final class Last: Sendable {
        private let mailbox: Mailbox<Last>

        init(of mailbox: Mailbox<Last>) { self.mailbox = mailbox }

        deinit { mailbox.finish() }
    }

    private func makeMailbox() -> Mailbox<Last> {
        Mailbox(keep: { waiting, new in
            defer { waiting = [new] }
            return waiting
        })
    }

    @Test("A mailbox drops an element whose end comes back to the mailbox, and passes on the one that replaces it")
    func dropped() async {
        let mailbox = makeMailbox()
        for _ in 0..<2 { mailbox.put(Last(of: mailbox)) }
        #expect(await mailbox.take() != nil)
        #expect(await mailbox.take() == nil)
    }

    @Test("A mailbox that ends releases an element whose end comes back to the mailbox")
    func ended() async {
        let mailbox = makeMailbox()
        mailbox.put(Last(of: mailbox))
        mailbox.end()
        #expect(await mailbox.take() == nil)
    }
}
