// Consumer controls, such as the keys of a remote control, and the buttons of a mouse by name.
//
// A comment stands only where the name does not say what the key is.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension HIDUsage {
    public static let consumerPower = HIDUsage.consumer(0x30)
    public static let consumerSleep = HIDUsage.consumer(0x32)
    public static let consumerMenu = HIDUsage.consumer(0x40)
    /// Select or OK: picks what a menu has chosen.
    public static let consumerMenuPick = HIDUsage.consumer(0x41)
    /// Makes the display brighter.
    public static let consumerBrightnessIncrement = HIDUsage.consumer(0x6f)
    /// Makes the display darker.
    public static let consumerBrightnessDecrement = HIDUsage.consumer(0x70)
    /// The next channel.
    public static let consumerChannelIncrement = HIDUsage.consumer(0x9c)
    /// The previous channel.
    public static let consumerChannelDecrement = HIDUsage.consumer(0x9d)
    public static let consumerPlay = HIDUsage.consumer(0xb0)
    public static let consumerPause = HIDUsage.consumer(0xb1)
    public static let consumerRecord = HIDUsage.consumer(0xb2)
    public static let consumerFastForward = HIDUsage.consumer(0xb3)
    public static let consumerRewind = HIDUsage.consumer(0xb4)
    public static let consumerNextTrack = HIDUsage.consumer(0xb5)
    public static let consumerPreviousTrack = HIDUsage.consumer(0xb6)
    public static let consumerStop = HIDUsage.consumer(0xb7)
    public static let consumerEject = HIDUsage.consumer(0xb8)
    /// Play or pause.
    public static let consumerPlayPause = HIDUsage.consumer(0xcd)
    /// Listens to the voice.
    public static let consumerVoiceCommand = HIDUsage.consumer(0xcf)
    public static let consumerMute = HIDUsage.consumer(0xe2)
    /// Louder.
    public static let consumerVolumeIncrement = HIDUsage.consumer(0xe9)
    /// Softer.
    public static let consumerVolumeDecrement = HIDUsage.consumer(0xea)
    public static let consumerSearch = HIDUsage.consumer(0x221)
    /// Home: the first page.
    public static let consumerHome = HIDUsage.consumer(0x223)
    /// Back: the page before.
    public static let consumerBack = HIDUsage.consumer(0x224)
    /// Forward: the page after.
    public static let consumerForward = HIDUsage.consumer(0x225)
    /// Loads the page again.
    public static let consumerRefresh = HIDUsage.consumer(0x227)
    /// A mouse's primary button.
    public static let primaryButton = HIDUsage.button(1)
    /// A mouse's secondary button.
    public static let secondaryButton = HIDUsage.button(2)
    /// A mouse's middle button, the wheel's.
    public static let middleButton = HIDUsage.button(3)
}
