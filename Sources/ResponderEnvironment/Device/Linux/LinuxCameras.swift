/// The cameras of a machine, as Video4Linux has them.
enum LinuxCameras {
    /// Where cameras are: known from the device tree only, as phones and tablets have it.
    static func positions(in tree: SystemTree) -> Set<CameraPosition> {
        let folder = "/sys/class/video4linux"
        let names = tree.names(folder)
        let placed = names.filter { $0.hasPrefix("v4l-subdev") }.compactMap { sensor in
            tree.bytes("\(folder)/\(sensor)/device/of_node/orientation").flatMap(position)
        }
        if !placed.isEmpty { return Set(placed) }
        let cameras = names.contains { $0.hasPrefix("video") && isCamera("\(folder)/\($0)", in: tree) }
        return cameras ? [.unspecified] : []
    }

    /// The property `orientation` of a sensor: 0 is the front, 1 the back, 2 outside.
    private static func position(_ bytes: [UInt8]) -> CameraPosition? {
        guard bytes.count == 4, bytes[..<3].allSatisfy({ $0 == 0 }) else { return nil }
        return [0: .front, 1: .rear, 2: .unspecified][bytes[3]]
    }

    /// Whether a video node gives pictures: what udev has found out when the device appeared.
    ///
    /// A decoder takes pictures too, and the further nodes of a camera give other data. Without udev, the first node of
    /// a device counts.
    private static func isCamera(_ node: String, in tree: SystemTree) -> Bool {
        let number = tree.text("\(node)/dev").flatMap { dev in
            tree.value(of: "E:ID_V4L_CAPABILITIES", in: "/run/udev/data/c\(dev)")
        }
        guard let capabilities = number?.split(separator: ":") else { return (tree.number("\(node)/index") ?? 0) == 0 }
        return capabilities.contains("capture") && !capabilities.contains("video_output")
            && !capabilities.contains("tuner")
    }
}
