extension TouchContact {
    /// The values that a stylus or a force-sensing screen reports beyond the location; empty at first.
    ///
    /// Details are kept only for a contact whose began has details or whose kind is not ``Kind/direct``.
    public var details: Details {
        get { Details(packed: packedDetails) }
        set { packedDetails = newValue.packed }
    }

    /// Whether any bit of the details is set.
    @inline(__always)
    var hasDetails: Bool { packedDetails.x | packedDetails.y != 0 }

    /// The values that a stylus or a force-sensing screen reports with one sample beyond the location.
    public struct Details: Hashable, Sendable {
        /// The greatest force that the source can report, on the scale of ``TouchContact/force``; 0 where the source
        /// does not know.
        public var maximumPossibleForce: Float
        /// The angle between the stylus and the screen in radians: 0 for a flat stylus or an unknown angle, π/2 for an
        /// upright stylus.
        public var altitudeAngle: Float
        /// The direction on the screen from the tip of the stylus to its end, in radians: 0 along the x axis, π/2
        /// along the y axis, downwards; 0 where the source does not know.
        public var azimuthAngle: Float
        /// The estimated properties, and a bit that no property has: whether the contact hovers.
        ///
        /// One byte for both, since the details have 16 bytes.
        private var estimatesAndHovering: UInt8
        /// The estimated properties for which a better value will follow: see ``TouchPort/Sender/update(_:)``.
        public var estimatedPropertiesExpectingUpdates: Properties
        /// The number by which an update names this sample; 0 where no update will come.
        ///
        /// The sender chooses the number, independently for each contact; a number may be used again after its updates
        /// have arrived.
        public var estimationUpdateIndex: UInt16

        /// The properties whose values are estimates.
        public var estimatedProperties: Properties {
            get { Properties(rawValue: estimatesAndHovering) }
            set { estimatesAndHovering = estimatesAndHovering & ~Properties.every | newValue.rawValue }
        }

        /// Whether the contact is a pointer, or a stylus or finger near the screen, that does not touch the screen.
        ///
        /// A contact whose began has this mark hovers for its whole life, whatever its later samples say: its began
        /// says that the pointer came over the screen, and its end that it left. It makes no touch; recognisers of
        /// hovering get it. ``TouchContact/hovering(_:_:at:kind:)`` makes such samples.
        public var isHovering: Bool {
            get { estimatesAndHovering & ~Properties.every != 0 }
            set {
                estimatesAndHovering &= Properties.every
                if newValue { estimatesAndHovering |= ~Properties.every }
            }
        }

        /// Details of a sample; an argument that is left out stands for a value that the source does not know.
        ///
        /// An angle or a force that is not finite counts as unknown.
        ///
        /// - Complexity: O(1); no allocation.
        public init(
            maximumPossibleForce: Float = 0,
            altitudeAngle: Float = 0,
            azimuthAngle: Float = 0,
            estimatedProperties: Properties = [],
            estimatedPropertiesExpectingUpdates: Properties = [],
            estimationUpdateIndex: UInt16 = 0,
            isHovering: Bool = false
        ) {
            self.maximumPossibleForce = maximumPossibleForce
            self.altitudeAngle = altitudeAngle
            self.azimuthAngle = azimuthAngle
            estimatesAndHovering = estimatedProperties.rawValue
            self.estimatedPropertiesExpectingUpdates = estimatedPropertiesExpectingUpdates
            self.estimationUpdateIndex = estimationUpdateIndex
            self.isHovering = isHovering
        }
    }

    /// Properties of a contact that may be estimates at first (UIKit's `UITouch.Properties`).
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The bits that properties may have: seven.
        fileprivate static let every: UInt8 = 0x7f

        /// The properties, a bit each.
        public let rawValue: UInt8

        /// The properties of these bits; the highest bit stands for no property and is left out.
        ///
        /// - Complexity: O(1); no allocation.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue & Self.every
        }

        /// ``TouchContact/force``.
        public static let force = Properties(rawValue: 1 << 0)
        /// The azimuth angle.
        public static let azimuth = Properties(rawValue: 1 << 1)
        /// The altitude angle.
        public static let altitude = Properties(rawValue: 1 << 2)
        /// ``TouchContact/location``.
        public static let location = Properties(rawValue: 1 << 3)
    }
}

extension TouchContact {
    /// A sample of a pointer that hovers over the screen: began when it comes over the screen, moved, and ended when it
    /// leaves.
    public static func hovering(
        _ identifier: Int,
        _ phase: Phase,
        at location: Point,
        kind: Kind = .indirectPointer
    ) -> TouchContact {
        TouchContact(identifier, phase, at: location, kind: kind, details: Details(isHovering: true))
    }
}

extension TouchContact.Details {
    /// The details' 16 bytes as one vector: a copy member by member made a send slower by a twentieth.
    @inline(__always)
    var packed: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }

    @inline(__always)
    init(packed: SIMD2<UInt64>) {
        self = unsafeBitCast(packed, to: Self.self)
    }

    /// The same details, with 0 for each number that is not finite.
    package var finite: TouchContact.Details {
        var details = self
        if !maximumPossibleForce.isFinite { details.maximumPossibleForce = 0 }
        if !altitudeAngle.isFinite { details.altitudeAngle = 0 }
        if !azimuthAngle.isFinite { details.azimuthAngle = 0 }
        return details
    }
}
