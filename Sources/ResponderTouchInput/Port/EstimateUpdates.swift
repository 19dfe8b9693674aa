internal import ResponderEventLoop

// Updates of estimates: better values for samples that were sent before. Updates are rare, so they bypass the ring and
// cost it nothing.
extension TouchPort.Sender {
    /// Sends better values for an earlier sample whose properties were estimates.
    ///
    /// The update names the sample by `identifier` and by `details.estimationUpdateIndex`; its contact may have ended
    /// meanwhile. `details.estimatedPropertiesExpectingUpdates` names the properties whose updates are still to come;
    /// `details.estimatedProperties` names the properties that stay estimates. A property is updated when the sample
    /// expected its update and `contact` expects no further one. `phase` is ignored.
    ///
    /// The update arrives after the samples that were sent before it, and only at an application, which reports it to
    /// the touch's view. An update is dropped when no sample expects it, when its touch was cancelled, or when its
    /// sender is gone before it arrives. Each property of a sample is updated at most once.
    ///
    /// Safe on any thread.
    ///
    /// - Complexity: O(1); one short lock; allocates the message to the loop.
    public func update(_ contact: TouchContact) {
        let before = ChannelProgress(position: channel.tail, moves: channel.latestMoves.pending)
        poster.post { [deliverUpdate, channel] in deliverUpdate(contact, channel, before) }
    }
}

extension TouchPort {
    /// The closure that a sender calls on the main actor to deliver an update.
    nonisolated static func updateDelivery(to port: TouchPort, _ poster: LoopPoster) -> UpdateDelivery {
        { [weak port] contact, channel, before in port?.receiveUpdate(contact, of: channel, after: before, poster) }
    }

    /// Delivers an update, or posts it to the next turn while samples that were sent before it have not been received.
    private func receiveUpdate(
        _ contact: TouchContact,
        of channel: TouchChannel,
        after before: ChannelProgress,
        _ poster: LoopPoster
    ) {
        // Moves that wait in the port for a display frame must not keep the update waiting.
        awaitsSamples = false
        guard let onUpdate, let progress = progress(of: channel) else { return }
        var before = before
        before.moves &= progress.moves
        guard progress.position >= before.position, before.moves == 0 else {
            awaitsSamples = true
            return poster.post { [weak self] in self?.receiveUpdate(contact, of: channel, after: before, poster) }
        }
        tape?.keep(contact, from: progress.sender)
        onUpdate(contact, progress.sender)
    }
}

typealias UpdateDelivery = @Sendable @MainActor (TouchContact, TouchChannel, ChannelProgress) -> Void

/// How much of a channel has been sent or received.
struct ChannelProgress: Sendable {
    /// The position in the channel's ring.
    var position: UInt64
    /// The contacts with a move in their mailbox, one bit each.
    var moves: UInt64
    /// The number of the sender, on the receiver's side.
    var sender: UInt64 = 0
}
