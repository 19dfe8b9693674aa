extension TouchPort.Sender {
    /// Sends what happened to a key or a button.
    ///
    /// The frame keeps its place among the sender's frames of touches, and several senders' frames are merged by time.
    /// The rules of contacts hold for presses, too, and are counted in ``TouchPort/statistics`` as they are:
    /// - A press is down from its began to its end, and counts among the sender's 64 contacts. A began beyond them, or
    ///   one that finds no room in the ring, is dropped with all later frames of the press.
    /// - The end of a press always arrives: its place is reserved from the began on.
    /// - A change that finds no room waits outside the ring, where it replaces an earlier waiting change of the press.
    /// - A began of a usage that is down cancels the press that is down.
    /// - A change or an end without a began is dropped.
    ///
    /// When the last reference to the sender is released, the presses that are still down are cancelled. Such a cancel
    /// has no texts, and neither force nor modifiers.
    ///
    /// A text that is longer than 15 bytes of UTF-8 is cut behind the last character that has room, and counted
    /// (``TouchPort/Statistics/cutTexts``). A force beyond 0 to 1 becomes the nearer bound; one that is no number
    /// becomes 1.
    ///
    /// - Complexity: O(1); no allocation and no lock, unless a text is cut; a system call only when the loop sleeps.
    public func send(_ frame: PressFrame) {
        if let cut = frame.cut() {
            channel.losses.count(.cutText)
            put(cut)
        } else {
            put(frame)
        }
        channel.wake()
    }

    private func put(_ frame: PressFrame) {
        let identifier = TouchSample.identifier(of: frame.usage)
        let place = channel.table.index(of: identifier)
        switch frame.phase {
        case .began:
            if let place, channel.table.takeEnd(of: identifier, at: place) {
                // The source has lost an end: this began is another press of the key.
                channel.losses.count(.repeatedBegan)
                channel.putEnd(frame, .cancelled, at: place)
            }
            guard let new = channel.table.claim(identifier, avoiding: channel.latestMoves.pending) else {
                return channel.losses.count(.excessContact)
            }
            // The place is named when the began is in the ring, so that no end from another thread precedes the began.
            if channel.put(frame, .began, at: new) {
                channel.table.name(new)
            } else {
                channel.table.free(new)
                channel.noteDroppedBegan()
            }
        case .changed:
            guard let place else { return channel.losses.count(.unknownContact) }
            if !channel.put(frame, .changed, at: place) { channel.leave(frame, at: place) }
        case .ended, .cancelled:
            guard let place, channel.table.takeEnd(of: identifier, at: place) else {
                return channel.losses.count(.unknownContact)
            }
            channel.putEnd(frame, frame.phase, at: place)
        }
    }
}

extension TouchChannel {
    /// Puts a press into the ring as a frame of its own; returns whether there was room.
    fileprivate func put(_ press: PressFrame, _ phase: PressFrame.Phase, at index: Int) -> Bool {
        let kind: ReservationKind =
            switch phase {
            case .began: .withEnd
            case .changed: .alone
            case .ended, .cancelled: .end
            }
        guard let position = reservePlace(kind) else { return false }
        let place = Int(truncatingIfNeeded: position) & mask
        (places + place).fill(press, phase, index: index, details + place)
        publish(1, at: position)
        return true
    }

    /// Puts the end of a press, which the caller has taken, into the ring, and frees the press's place.
    fileprivate func putEnd(_ press: PressFrame, _ phase: PressFrame.Phase, at index: Int) {
        _ = put(press, phase, at: index)
        table.free(index)
    }

    /// Leaves a change that found no room in the mailbox of its press.
    fileprivate func leave(_ press: PressFrame, at index: Int) {
        losses.count(.coalescedMove)
        var sample = TouchSample()
        var details = TouchContact.Details()
        withUnsafeMutablePointer(to: &details) { place in
            withUnsafeMutablePointer(to: &sample) { $0.fill(press, .changed, index: index, isMove: true, place) }
            latestMoves.put(sample, place.pointee, position: tail)
        }
    }
}
