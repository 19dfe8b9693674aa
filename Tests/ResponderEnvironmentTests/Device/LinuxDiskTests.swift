import ResponderEnvironment
import ResponderKit
import TestSupport
import Testing

@MainActor
@Suite("What Linux tells of the disk of a home")
struct LinuxDiskTests {
    private static let crypt = "CRYPT-LUKS2-0123-luks-root\n"

    // Rules: S31.
    @Test("A disk is encrypted where dm-crypt lies under all parts of it")
    func layers() throws {
        func isEncrypted(_ files: [String: String]) throws -> Bool? {
            try FakeTree.answer(files, homeDevice: (253, 1)) { $0.isDiskEncrypted }
        }
        let disk = "sys/dev/block/253:1"
        #expect(try isEncrypted([:]) == nil)
        #expect(try isEncrypted(["\(disk)/size": "1"]) == false)
        #expect(try isEncrypted(["\(disk)/dm/uuid": Self.crypt]) == true)
        #expect(try isEncrypted(["\(disk)/dm/uuid": "LVM-x\n"]) == false)
        // A logical volume over an encrypted volume; and over one that is not encrypted too.
        let volume = [
            "\(disk)/dm/uuid": "LVM-x\n", "\(disk)/slaves/dm-0/x": "", "sys/class/block/dm-0/dm/uuid": Self.crypt,
            "sys/class/block/dm-0/slaves/sda2/x": "",
        ]
        #expect(try isEncrypted(volume) == true)
        #expect(try isEncrypted(volume.merging(["\(disk)/slaves/sdb1/x": ""]) { $1 }) == false)
        // Parts that contain one another.
        let ring = ["\(disk)/slaves/dm-0/x": "", "sys/class/block/dm-0/slaves/dm-0/x": ""]
        #expect(try isEncrypted(ring) == true)
    }

    // Rules: S31.
    @Test("A file system with a number of its own is looked up among the mounts")
    func mounts() throws {
        func isEncrypted(_ mounts: String, _ files: [String: String] = [:]) throws -> Bool? {
            let disks = [
                "sys/class/block/dm-3/dm/name": "luks-home\n", "sys/class/block/dm-3/dm/uuid": Self.crypt,
                "sys/class/block/sda2/size": "1", "proc/self/mountinfo": mounts,
            ]
            return try FakeTree.answer(disks.merging(files) { $1 }, homeDevice: (0, 40)) { $0.isDiskEncrypted }
        }
        let root = "27 1 0:39 / / rw,relatime shared:1 - btrfs /dev/mapper/luks-home rw,subvol=/\n"
        #expect(try isEncrypted(root) == true)
        #expect(try isEncrypted("27 1 0:39 / / rw - btrfs /dev/sda2 rw\n") == false)
        // Of two mounts at one place, the later one counts; a mount elsewhere does not.
        #expect(try isEncrypted(root + "28 27 0:41 / / rw - btrfs /dev/sda2 rw\n") == false)
        #expect(try isEncrypted(root + "28 27 0:41 / /mnt rw - btrfs /dev/sda2 rw\n") == true)
        #expect(try isEncrypted("27 1 0:39 / / rw - tmpfs tmpfs rw\n") == nil)
        #expect(try isEncrypted("27 1 0:39 / / rw - nfs host:/home rw\n") == nil)
        #expect(try isEncrypted("27 1 0:39 / / rw - btrfs /dev/mapper/other rw\n") == nil)
        #expect(try isEncrypted("") == nil)
    }

    // Rules: S31.
    @Test("The space is that of the home's disk, also before the home is made")
    func space() throws {
        let folder = TemporaryFolder()
        for home in [folder.path, "\(folder.path)/not/made/yet", ""] {
            let space = try #require(try FakeTree.answer(home: home) { $0.space })
            #expect(space.free >= 0 && space.free < space.total)
        }
    }

    // Rules: S31.
    @Test("An application without a host asks the machine that it runs on, and its environment comes first")
    func process() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let device = application.device
        #expect(try #require(device.totalSpace) > 0)
        #expect(DeviceQuestion.allCases.allSatisfy { !device.answer(to: $0).isEmpty })
        #expect(!device.has("wings") && !device.has(.gamekit))
        application.deviceEnvironment.batteryLevel = 0.25
        application.deviceEnvironment.batteryState = .charging
        application.deviceEnvironment.screens = ["TV"]
        #expect(device.answer(to: .battery) == "25%, charging" && device.answer(to: .screens) == "TV")
    }
}
