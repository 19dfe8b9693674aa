/// A question that an app can ask about its device (rule S31), as `DeviceInformation.answer(to:)` answers it.
///
/// The raw value is the name in scripts.
public enum DeviceQuestion: String, Hashable, Sendable, CaseIterable {
    /// Whether apps go on running in the background.
    case multitasking
    /// Which screens are connected.
    case screens
    /// The kind of the device.
    case idiom
    /// Where the cameras are.
    case cameras
    /// Whether a camera records video.
    case video
    /// Whether there is a flash for the camera.
    case flash
    /// Whether there is a microphone.
    case microphone
    /// Whether there is a receiver of a satellite navigation system.
    case gps
    /// Whether acceleration is measured.
    case accelerometer
    /// Whether rotation is measured.
    case gyroscope
    /// Whether magnetic fields are measured.
    case magnetometer
    /// How full the battery is, and whether it is being charged.
    case battery
    /// Whether the disk is encrypted.
    case encryption
    /// How the device is connected to a network.
    case network
    /// How much space is free on the disk, and how much there is.
    case space
}
