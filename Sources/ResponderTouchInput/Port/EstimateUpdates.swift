internal import ResponderEventLoop

// Updates of estimates: better values for samples that were sent before. They are few, and go beside the ring: what is rare
// costs the ring nothing.
extension TouchPort.Sender {
    /// Sends better values for an earlier sample whose properties were estimates.
    ///
    /// The update names the sample by `identifier` and by `details.estimationUpdateIndex`; its contact may have ended
    /// meanwhile. Of the properties that the sample expected updates of, those are updated of which this one expects none
    /// any more: `details.estimatedPropertiesExpectingUpdates` is what is still to come, `details.estimatedProperties` what
    /// stays an estimate. `phase` is not looked at.
    ///
    /// It arrives after the samples that were sent before it, at an application only, which tells the touch's view. An
    /// update that nobody expects is dropped, as is one of a touch that was cancelled, and one whose sender is gone before
    /// it arrives. At most one arrives for a sample's property.
    ///
    /// Safe on any thread. One short lock; allocates.
    public func update(_ contact: TouchContact) {
        let before = ChannelProgress(position: channel.tail, moves: channel.latestMoves.pending)
        poster.post { [deliverUpdate, channel] in deliverUpdate(contact, channel, before) }
    }
}

extension TouchPort {
    /// What a sender calls for an update, on the main actor.
    nonisolated static func updateDelivery(to port: TouchPort, _ poster: LoopPoster) -> UpdateDelivery {
        { [weak port] contact, channel, before in port?.receiveUpdate(contact, of: channel, after: before, poster) }
    }

    /// Hands an update on, or, while samples that were sent before it have not been received, waits for the next turn.
    private func receiveUpdate(
        _ contact: TouchContact,
        of channel: TouchChannel,
        after before: ChannelProgress,
        _ poster: LoopPoster
    ) {
        guard let onUpdate, let progress = progress(of: channel) else { return }
        var before = before
        before.moves &= progress.moves
        guard progress.position >= before.position, before.moves == 0 else {
            return poster.post { [weak self] in self?.receiveUpdate(contact, of: channel, after: before, poster) }
        }
        onUpdate(contact, progress.sender)
    }
}

typealias UpdateDelivery = @Sendable @MainActor (TouchContact, TouchChannel, ChannelProgress) -> Void

/// How far a channel has come: up to where it was sent, or received.
struct ChannelProgress: Sendable {
    /// The position in its ring.
    var position: UInt64
    /// The contacts with a move in their mailbox, a bit each.
    var moves: UInt64
    /// The number of the sender, on the receiver's side.
    var sender: UInt64 = 0
}
