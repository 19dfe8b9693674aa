extension TouchContact {
    /// What a stylus, or a screen that feels the force, tells besides; nothing at first.
    ///
    /// It is taken over for a contact whose began has some, or is of another kind than ``Kind/direct``.
    public var details: Details {
        get { Details(packed: packedDetails) }
        set { packedDetails = newValue.packed }
    }

    /// Whether there is anything in them.
    @inline(__always)
    var hasDetails: Bool { packedDetails.x | packedDetails.y != 0 }

    /// What a stylus, or a screen that feels the force, tells of a sample besides.
    public struct Details: Hashable, Sendable {
        /// The greatest force that the source can report, on the scale of ``TouchContact/force``; 0 where it cannot tell.
        public var maximumPossibleForce: Float
        /// The angle of the stylus to the screen in radians: 0 lies flat on it, π/2 stands upright; 0 also where the source
        /// cannot tell.
        public var altitudeAngle: Float
        /// Where the stylus points to on the screen, from its tip to its end, in radians: 0 along the x axis, π/2 along
        /// the y axis, as the screen counts; 0 where the source cannot tell.
        public var azimuthAngle: Float
        /// The properties whose values are estimates.
        public var estimatedProperties: Properties
        /// Those of them of which a better value will follow: see ``TouchPort/Sender/update(_:)``.
        public var estimatedPropertiesExpectingUpdates: Properties
        /// The number by which the update of this sample names it; 0 where none is to come.
        ///
        /// It is the sender's, for each contact; one may be used again when its updates have come.
        public var estimationUpdateIndex: UInt16

        /// Details of a sample; what is left out the source cannot tell.
        ///
        /// An angle or a force that is not finite counts as one that the source cannot tell.
        public init(
            maximumPossibleForce: Float = 0,
            altitudeAngle: Float = 0,
            azimuthAngle: Float = 0,
            estimatedProperties: Properties = [],
            estimatedPropertiesExpectingUpdates: Properties = [],
            estimationUpdateIndex: UInt16 = 0
        ) {
            self.maximumPossibleForce = maximumPossibleForce
            self.altitudeAngle = altitudeAngle
            self.azimuthAngle = azimuthAngle
            self.estimatedProperties = estimatedProperties
            self.estimatedPropertiesExpectingUpdates = estimatedPropertiesExpectingUpdates
            self.estimationUpdateIndex = estimationUpdateIndex
        }
    }

    /// Properties of a contact that may be estimates at first (UIKit's `UITouch.Properties`).
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The properties, a bit each.
        public let rawValue: UInt8

        /// The properties of these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The force.
        public static let force = Properties(rawValue: 1 << 0)
        /// The azimuth angle.
        public static let azimuth = Properties(rawValue: 1 << 1)
        /// The altitude angle.
        public static let altitude = Properties(rawValue: 1 << 2)
        /// The location.
        public static let location = Properties(rawValue: 1 << 3)
    }
}

extension TouchContact.Details {
    /// The same 16 bytes in one piece: copied member by member, they made a send dearer by a twentieth.
    @inline(__always)
    var packed: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }

    @inline(__always)
    init(packed: SIMD2<UInt64>) {
        self = unsafeBitCast(packed, to: Self.self)
    }

    /// The same, with 0 for each number that is not finite.
    package var finite: TouchContact.Details {
        var details = self
        if !maximumPossibleForce.isFinite { details.maximumPossibleForce = 0 }
        if !altitudeAngle.isFinite { details.altitudeAngle = 0 }
        if !azimuthAngle.isFinite { details.azimuthAngle = 0 }
        return details
    }
}
