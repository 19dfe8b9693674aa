import ResponderEnvironment
import ResponderKit
import TestSupport
import Testing

@MainActor
@Suite("What Linux tells of a machine")
struct LinuxInformationTests {
    // Rules: S31.
    @Test(
        "Each sensor is there when its files are",
        arguments: [
            (.accelerometer, "sys/bus/iio/devices/iio:device0/in_accel_x_raw"),
            (.gyroscope, "sys/bus/iio/devices/iio:device1/in_anglvel_y_raw"),
            (.magnetometer, "sys/bus/iio/devices/iio:device2/in_magn_z_raw"), (.gps, "sys/class/gnss/gnss0/type"),
            (.locationServices, "sys/class/gnss/gnss0/type"), (.cameraFlash, "sys/class/leds/white:flash/flash_strobe"),
            (.wifi, "sys/class/net/wlan0/wireless/retries"), (.wifi, "sys/class/net/wlp1s0/phy80211/name"),
            (.bluetoothLE, "sys/class/bluetooth/hci0/uevent"), (.nfc, "sys/class/nfc/nfc0/uevent"),
        ] as [(DeviceCapability, String)]
    )
    func sensors(capability: DeviceCapability, file: String) throws {
        #expect(try FakeTree.answer([file: "0"]) { $0.has(capability) })
        let plain = ["sys/bus/iio/devices/iio:device0/in_temp_raw": "0", "sys/class/net/eth0/type": "1"]
        #expect(try !FakeTree.answer(plain) { $0.has(capability) })
    }

    // Rules: S31.
    @Test("A microphone is a sound device that captures")
    func microphone() throws {
        func hasMicrophone(_ text: String) throws -> Bool {
            try FakeTree.answer(["proc/asound/pcm": text]) { $0.has(.microphone) }
        }
        #expect(try hasMicrophone("00-03: HDMI 0 : HDMI 0 : playback 1\n00-00: ALC : ALC : playback 1 : capture 1\n"))
        #expect(try !hasMicrophone("00-03: HDMI 0 : HDMI 0 : playback 1\n"))
        #expect(try !hasMicrophone(""))
    }

    // Rules: S31.
    @Test("Cameras are where the device tree puts them, and a node of video is one by what udev says of it")
    func cameras() throws {
        let video = "sys/class/video4linux"
        func cameras(_ files: [String: String]) throws -> Set<CameraPosition> {
            try FakeTree.answer(files) { $0.cameras }
        }
        #expect(try cameras([:]) == [])
        #expect(try cameras(["\(video)/video0/index": "0\n"]) == [.unspecified])
        #expect(try cameras(["\(video)/video1/index": "1\n"]) == [])
        let node = ["\(video)/video0/index": "0", "\(video)/video0/dev": "81:3\n"]
        func udev(_ kinds: String) throws -> Set<CameraPosition> {
            let said = ["run/udev/data/c81:3": "I:7\nE:ID_V4L_VERSION=2\nE:ID_V4L_CAPABILITIES=:\(kinds)\n"]
            return try cameras(node.merging(said) { $1 })
        }
        #expect(try udev("capture:") == [.unspecified])
        for kinds in ["", "video_output:", "capture:video_output:", "capture:tuner:", "metadata:"] {
            #expect(try udev(kinds) == [], "\(kinds)")
        }
        func sensor(_ place: String, _ number: Int) -> [String: String] {
            ["\(video)/v4l-subdev\(number)/device/of_node/orientation": "\0\0\0\(place)"]
        }
        let phone = sensor("\u{0}", 0).merging(sensor("\u{1}", 1)) { $1 }
        #expect(try cameras(phone) == [.front, .rear])
        #expect(try cameras(sensor("\u{2}", 4)) == [.unspecified])
        #expect(try cameras(sensor("\u{9}", 4)) == [])
        #expect(try FakeTree.answer(phone) { $0.has(.frontFacingCamera) })
        #expect(try FakeTree.answer(phone) { $0.has(.videoCamera) })
        #expect(try !FakeTree.answer(sensor("\u{1}", 1)) { $0.has(.frontFacingCamera) })
    }

    // Rules: S31.
    @Test("The batteries of the machine count, those of other devices do not, and a battery at rest is plugged in")
    func battery() throws {
        func battery(_ files: [String: String]...) throws -> String {
            var all: [String: String] = [
                "sys/class/power_supply/AC/type": "Mains", "sys/class/power_supply/AC/online": "1",
            ]
            for (place, files) in files.enumerated() {
                for (name, text) in files { all["sys/class/power_supply/BAT\(place)/\(name)"] = text + "\n" }
            }
            let charge = try FakeTree.answer(all) { $0.battery }
            return "\(charge.level.map { "\($0)" } ?? "?") \(charge.state)"
        }
        func one(_ status: String, _ capacity: String = "50") -> [String: String] {
            ["type": "Battery", "status": status, "capacity": capacity]
        }
        #expect(try battery() == "? unknown")
        #expect(try battery(one("Discharging")) == "0.5 unplugged")
        #expect(try battery(one("Charging", "7")) == "0.07 charging")
        #expect(try battery(one("Full", "100")) == "1.0 full")
        #expect(try battery(one("Not charging", "80")) == "0.8 charging")
        #expect(try battery(one("Not charging", "100")) == "1.0 full")
        #expect(try battery(one("Full", "100"), one("Charging", "50")) == "0.75 charging")
        #expect(try battery(one("Full", "100"), one("Discharging", "50")) == "0.75 unplugged")
        #expect(try battery(one("Unknown")) == "0.5 unknown")
        // A mouse, and a bay without its battery.
        #expect(try battery(one("Discharging").merging(["scope": "Device"]) { $1 }) == "? unknown")
        #expect(try battery(one("Discharging").merging(["present": "0"]) { $1 }) == "? unknown")
        // A battery that tells its charge only.
        let charge = ["type": "Battery", "status": "Charging", "charge_now": "900", "charge_full": "1200"]
        #expect(try battery(charge) == "0.75 charging")
        #expect(try battery(charge.merging(["charge_full": "0"]) { $1 }) == "? charging")
    }

    // Rules: S31.
    @Test("The connection is that of the default route with the least metric whose interface is up")
    func network() throws {
        let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
        func line(_ name: String, metric: Int = 100, flags: String = "0003", to: String = "00000000") -> String {
            "\(name)\t\(to)\t010200C0\t\(flags)\t0\t0\t\(metric)\t\(to)\t0\t0\t0   \n"
        }
        let tree = try FakeTree()
        let interfaces = [
            "eth0": ["type": "1"], "wlan0": ["type": "1", "wireless/x": "", "uevent": "DEVTYPE=wlan\n"],
            "wwan0": ["type": "1", "uevent": "INTERFACE=wwan0\nDEVTYPE=wwan\n"], "modem": ["type": "519"],
            "tun0": ["type": "65534", "operstate": "unknown"], "lo": ["type": "772", "operstate": "unknown"],
        ]
        for (name, parts) in interfaces {
            for (part, text) in ["operstate": "up\n"].merging(parts, uniquingKeysWith: { $1 }) {
                try tree.folder.write(text, to: "sys/class/net/\(name)/\(part)")
            }
        }
        func network(_ routes: String, six: String = "", cable: String = "up\n") throws -> NetworkConnection {
            try tree.folder.write(head + routes, to: "proc/net/route")
            try tree.folder.write(six, to: "proc/net/ipv6_route")
            try tree.folder.write(cable, to: "sys/class/net/eth0/operstate")
            return tree.information().network
        }
        #expect(try network("") == .none)
        #expect(try network(line("eth0")) == .wired)
        #expect(try network(line("wlan0")) == .wifi)
        #expect(try network(line("wwan0")) == .cellular)
        #expect(try network(line("modem")) == .cellular)
        #expect(try network(line("tun0")) == .other)
        #expect(try network(line("wlan0", metric: 600) + line("eth0")) == .wired)
        #expect(
            try network(line("wlan0", metric: 600) + line("eth0"), cable: "down") == .wifi
        )
        #expect(try network(line("eth0"), cable: "down") == .none)
        // A route to the neighbourhood, one that refuses, one that is down, and interfaces that are none.
        #expect(try network(line("eth0", to: "000200C0")) == .none)
        #expect(try network(line("eth0", flags: "0203")) == .none)
        #expect(try network(line("eth0", flags: "0000")) == .none)
        #expect(try network(line("gone") + line("../net/eth0") + line("..")) == .none)
        #expect(try network("eth0 00000000\nx\n\u{1}\n") == .none)
        let zeros = String(repeating: "0", count: 32)
        let six = "\(zeros) 00 \(zeros) 00 fd\(zeros.dropFirst(2)) 00000400 00000003 00000000 00000003     wlan0\n"
        let refusing = "\(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo\n"
        #expect(try network("", six: refusing + six) == .wifi)
        #expect(try network("", six: refusing) == .none)
        #expect(try network(line("eth0"), six: six) == .wired)
    }

    // Rules: S31.
    @Test(
        "The kind of the machine is what its owner, its device tree or its firmware says",
        arguments: [
            (["etc/machine-info": "PRETTY_HOSTNAME=x\nCHASSIS=\"tablet\"\n"], .pad),
            (["proc/device-tree/chassis-type": "handset\0"], .phone),
            (["sys/class/dmi/id/chassis_type": "30\n"], .pad), (["sys/class/dmi/id/chassis_type": "11"], .phone),
            (["sys/class/dmi/id/chassis_type": "9\n"], .unspecified),
            (["etc/machine-info": "CHASSIS=desktop\n", "sys/class/dmi/id/chassis_type": "30"], .unspecified),
            ([:], .unspecified),
        ] as [([String: String], InterfaceIdiom)]
    )
    func idiom(files: [String: String], idiom: InterfaceIdiom) throws {
        #expect(try FakeTree.answer(files) { $0.interfaceIdiom } == idiom)
    }

    @Test("A file of more than a mebibyte makes no answer")
    func long() throws {
        let line = "00-00: ALC : ALC : playback 1 : capture 1\n"
        let long = String(repeating: line, count: 1_100_000 / line.utf8.count)
        #expect(try !FakeTree.answer(["proc/asound/pcm": long]) { $0.has(.microphone) })
    }

    @Test(
        "Files that are empty, hold nonsense or are folders make no answer, and no trap",
        arguments: [1, 2] as [UInt64]
    )
    func nonsense(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let paths = [
            "sys/class/power_supply/BAT0/type", "sys/class/power_supply/BAT0/capacity", "proc/net/route",
            "sys/class/power_supply/BAT0/status", "proc/net/ipv6_route", "etc/machine-info",
            "sys/class/video4linux/v4l-subdev0/device/of_node/orientation", "sys/class/video4linux/video0/dev",
            "sys/dev/block/8:1/dm/uuid", "proc/self/mountinfo", "sys/class/dmi/id/chassis_type",
            "sys/class/net/eth0/operstate", "sys/class/net/eth0/type",
        ]
        let texts = [
            "", "\n", "\0", "-1", "101", "9999999999999999999999", "Battery", "\u{1B}[2J", "eth0 00000000", "8:1",
            "nan",
            "eth0 00000000 0 0003 0 0 99999999999 00000000", "a - b", "1 2 3 4 / 6 - 7 /dev/", "CHASSIS=",
        ]
        for _ in 0..<8 {
            let tree = try FakeTree()
            for path in paths where Bool.random(using: &random) {
                if Int.random(in: 0..<8, using: &random) == 0 {
                    try tree.folder.makeFolder(path)
                } else {
                    try tree.folder.write(texts.randomElement(using: &random) ?? "", to: path)
                }
            }
            let information = tree.information(homeDevice: (8, 1))
            for capability in DeviceCapability.known { _ = information.has(capability) }
            #expect(information.battery.level.map { (0...1).contains($0) } ?? true)
            _ = (information.cameras, information.network, information.interfaceIdiom, information.isDiskEncrypted)
            _ = tree.information(homeDevice: (0, 1)).isDiskEncrypted
        }
    }
}
