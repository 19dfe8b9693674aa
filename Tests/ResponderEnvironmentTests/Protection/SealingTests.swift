import ResponderEnvironment
import Testing

@Suite struct SealingTests {
    @Test("Sealed bytes open with their key and context, and not when any bit was flipped", arguments: [0, 1, 100])
    func seal(count: Int) throws {
        let key = SecretKey()
        let bytes = Sealing.random(count)
        let sealed = Sealing.seal(bytes, with: key, context: [1, 2])
        #expect(sealed.count == count + Sealing.overhead)
        #expect(Sealing.open(sealed, with: key, context: [1, 2]) == bytes)
        #expect(Sealing.open(sealed, with: key, context: [1]) == nil)
        #expect(Sealing.open(sealed, with: SecretKey(), context: [1, 2]) == nil)
        #expect(Sealing.open(Array(sealed.dropLast()), with: key, context: [1, 2]) == nil)
        for bit in 0..<8 * sealed.count {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(Sealing.open(changed, with: key, context: [1, 2]) == nil, "bit \(bit)")
        }
    }

    @Test("A box opens with the secret key of its pair alone")
    func box() throws {
        let (pair, secret) = (KeyPair(), SecretKey())
        let box = KeyPair.seal(secret, to: pair.publicKey)
        let opened = try #require(pair.openKey(box))
        #expect(opened.withBytes { Array($0) } == secret.withBytes { Array($0) })
        #expect(KeyPair().openKey(box) == nil)
        #expect(pair.openKey(Array(box.dropLast())) == nil)
    }

    @Test("A password has one key for a salt and a cost, and another for others", arguments: PasswordCost.allCases)
    func password(cost: PasswordCost) throws {
        let salt = Sealing.random(Sealing.saltSize)
        func key(_ text: String, _ salt: [UInt8]) -> [UInt8]? {
            Sealing.key(fromPassword: text, salt: salt, cost: cost)?.withBytes { Array($0) }
        }
        let first = try #require(key("word", salt))
        // Five of the dear ones take long, and would show nothing more.
        guard cost == .quick else { return }
        #expect(key("word", salt) == first)
        #expect(key("", salt) != first)
        #expect(key("word", Sealing.random(Sealing.saltSize)) != first)
        #expect(key("word", [1]) == nil)
    }

    @Test("A digest is the same in one piece and in several, and another for other bytes")
    func digest() {
        let bytes = Sealing.random(1000)
        let digest = Digest()
        digest.update(Array(bytes[..<7]))
        digest.update(Array(bytes[7...]))
        let whole = Digest.of(bytes)
        #expect(digest.finish() == whole)
        #expect(whole.count == Digest.size)
        #expect(Digest.of(bytes + [0]) != whole)
        #expect(Digest.of([]) != whole)
    }

    #if Sodium
    @Test("The digest is BLAKE2b-256, as other programs have it")
    func blake2b() {
        // b2sum -l 256 of no byte.
        let expected = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        let text = Digest.of([]).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text == expected)
        #expect(Digest.name == "blake2b-256")
    }
    #endif
}
