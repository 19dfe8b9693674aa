public import ResponderEventLoop

extension TouchPort {
    /// The right to send touches to a port, for any thread.
    ///
    /// Several threads may use a sender at once; but the samples of one contact must come from one thread at a time,
    /// and then reach the port in the order in which they were sent. If several threads send one contact all the same,
    /// its samples arrive in no particular order, and one end arrives for each began; a second end is counted as a
    /// sample of an unknown contact. Sending is lock-free and never waits: samples that find no room are handled by
    /// these rules and counted in ``TouchPort/statistics``.
    /// - An ended or cancelled sample always arrives: its place is reserved from the began on.
    /// - A began that finds no room, or comes while 64 contacts of the sender are down, is dropped with all samples of
    ///   its contact.
    /// - A move that finds no room waits outside the ring, where it replaces an earlier waiting move of its contact.
    ///   The waiting move arrives even if nothing is sent afterwards.
    ///
    /// When the last reference to a sender is released, its contacts that are still down are cancelled at the port.
    public final class Sender: Sendable {
        let channel: TouchChannel

        let poster: LoopPoster
        let deliverUpdate: UpdateDelivery

        init(channel: TouchChannel, poster: LoopPoster, deliverUpdate: @escaping UpdateDelivery) {
            self.channel = channel
            self.poster = poster
            self.deliverUpdate = deliverUpdate
        }

        deinit {
            channel.close()
        }

        /// The number of samples that the port has room for now; a began takes the room of two.
        package var room: Int { max(channel.room, 0) }

        /// Sends a frame of one contact, seen at `time` on the clock of the port's loop.
        ///
        /// - Complexity: O(1); no allocation and no lock; a system call only when the loop sleeps.
        public func send(_ contact: TouchContact, at time: MainRunLoop.Instant) {
            if putSingle(contact, at: time) {
                channel.wakeAfterReservation()
            } else {
                putAny(contact, at: time)
                channel.wake()
            }
        }

        /// Sends a frame: the contacts that changed at one instant.
        ///
        /// A frame of more than 64 contacts becomes several.
        ///
        /// - Complexity: O(contacts of the frame); no allocation and no lock; a system call only when the loop sleeps.
        public func send(_ frame: TouchFrame) {
            put(frame)
            channel.wake()
        }

        /// Sends frames one after the other, and wakes the loop once for all of them: the cheapest way to send many.
        ///
        /// - Complexity: O(contacts of the frames); no allocation and no lock; a system call only when the loop sleeps.
        public func send(_ frames: [TouchFrame]) {
            for frame in frames { put(frame) }
            channel.wake()
        }

        /// Puts a sample without details into the ring as a frame; does nothing and returns false where the sample
        /// needs the general path.
        @inline(__always)
        private func putSingle(_ contact: TouchContact, at time: MainRunLoop.Instant) -> Bool {
            guard contact.location.isFinite, !contact.hasDetails else { return false }
            if contact.phase == .moved {
                guard let place = channel.table.index(of: contact.identifier) else { return false }
                return channel.put(single: contact, at: place, time: time.nanoseconds)
            }
            return contact.phase == .began ? putBegan(contact, at: time) : putEnd(contact, at: time)
        }

        @inline(never)
        private func putBegan(_ contact: TouchContact, at time: MainRunLoop.Instant) -> Bool {
            guard contact.phase == .began, channel.table.index(of: contact.identifier) == nil,
                let place = channel.table.claim(contact.identifier, avoiding: channel.latestMoves.pending)
            else { return false }
            // The place is named when the began is in the ring, so that no end from another thread precedes the began.
            let isPut = channel.put(single: contact, at: place, time: time.nanoseconds)
            if isPut { channel.table.name(place) } else { channel.table.free(place) }
            return isPut
        }

        @inline(never)
        private func putEnd(_ contact: TouchContact, at time: MainRunLoop.Instant) -> Bool {
            guard contact.phase == .ended || contact.phase == .cancelled,
                let place = channel.table.index(of: contact.identifier),
                channel.table.takeEnd(of: contact.identifier, at: place)
            else { return false }
            _ = channel.put(single: contact, at: place, time: time.nanoseconds)
            channel.table.free(place)
            return true
        }

        @inline(never)
        private func putAny(_ contact: TouchContact, at time: MainRunLoop.Instant) {
            withUnsafePointer(to: contact) { pointer in
                put(UnsafeBufferPointer(start: pointer, count: 1), at: time)
            }
        }

        private func put(_ frame: TouchFrame) {
            frame.contacts.withUnsafeBufferPointer { put($0, at: frame.time) }
        }

        private func put(_ contacts: UnsafeBufferPointer<TouchContact>, at time: MainRunLoop.Instant) {
            var start = 0
            while start < contacts.count {
                let count = min(ContactTable.capacity, contacts.count - start)
                put(UnsafeBufferPointer(rebasing: contacts[start..<(start + count)]), time: time.nanoseconds)
                start += count
            }
        }

        /// Puts a frame of at most 64 contacts into the channel.
        private func put(_ contacts: UnsafeBufferPointer<TouchContact>, time: Int64) {
            // A began of a contact that is down takes two steps: the end of the old contact and the began.
            withUnsafeTemporaryAllocation(of: FrameStep.self, capacity: 2 * ContactTable.capacity) { steps in
                var count = 0
                var claimed: UInt64 = 0
                for position in contacts.indices {
                    prepare(contacts[position], at: position, &claimed) { step in
                        steps.initializeElement(at: count, to: step)
                        count += 1
                    }
                }
                guard count > 0 else { return }
                channel.put(UnsafeMutableBufferPointer(rebasing: steps[..<count]), of: contacts, time: time)
            }
        }

        /// Finds the contact's place and appends the steps of its sample.
        ///
        /// `claimed` has the places of the contacts that have begun in the frame and not ended, one bit each.
        @inline(__always)
        private func prepare(
            _ contact: TouchContact,
            at position: Int,
            _ claimed: inout UInt64,
            append: (FrameStep) -> Void
        ) {
            let place = channel.table.index(of: contact.identifier, orAmong: claimed)
            switch contact.phase {
            case .began:
                guard contact.location.isFinite else { return channel.losses.count(.invalidLocation) }
                if let place, takeEnd(of: contact, at: place, &claimed) {
                    // The source has lost an end: this began is of another finger.
                    channel.losses.count(.repeatedBegan)
                    append(FrameStep(.cancelled, of: position, at: place))
                }
                // If possible, avoids the place of a former contact whose last move has not been received.
                guard
                    let new = channel.table.claim(contact.identifier, avoiding: channel.latestMoves.pending)
                else { return channel.losses.count(.excessContact) }
                claimed |= 1 << UInt64(new)
                append(FrameStep(.began, of: position, at: new))
            case .moved:
                guard let place else { return channel.losses.count(.unknownContact) }
                guard contact.location.isFinite else { return channel.losses.count(.invalidLocation) }
                append(FrameStep(.moved, of: position, at: place))
            case .ended, .cancelled:
                // The end is taken at once, so that later samples in the same frame belong to a new contact.
                guard let place, takeEnd(of: contact, at: place, &claimed) else {
                    return channel.losses.count(.unknownContact)
                }
                append(FrameStep(contact.phase, of: position, at: place))
            }
        }

        /// Takes the contact's end; no other thread can take the end of a contact that has begun in the same frame.
        @inline(__always)
        private func takeEnd(of contact: TouchContact, at place: Int, _ claimed: inout UInt64) -> Bool {
            let bit: UInt64 = 1 << UInt64(place)
            guard claimed & bit == 0 else {
                claimed &= ~bit
                return true
            }
            return channel.table.takeEnd(of: contact.identifier, at: place)
        }
    }
}
