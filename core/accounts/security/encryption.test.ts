import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

describe('an encrypted text', () => {
  test('reads back with its secret only, and is different each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encrypted = encrypt(text, 'secret')
        expect(decrypt(encrypted, { secret: 'secret' })).toBe(text)
        expect(encrypt(text, 'secret')).not.toBe(encrypted)
        expect(() => decrypt(encrypted, { secret: 'other' })).toThrow()
      }),
      { numRuns: 30 },
    )
  })

  test('that was changed in the database doesn’t read back', () => {
    const encrypted = encrypt('key', 'secret')
    for (let at = 0; at < encrypted.length; at += 9) {
      const changed = encrypted.slice(0, at) + (encrypted[at] === '0' ? '1' : '0') + encrypted.slice(at + 1)
      expect(() => decrypt(changed, { secret: 'secret' })).toThrow()
    }
  })
})

test('an account has ten different recovery codes, stored under the store’s own key', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/)
  expect(hashRecoveryCode('a', 'secret')).not.toBe(hashRecoveryCode('a', 'other'))
  expect(hashRecoveryCode('a', 'secret')).not.toBe(hashRecoveryCode('A', 'secret'))
})
