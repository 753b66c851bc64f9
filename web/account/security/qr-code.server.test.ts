import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.server.ts'

const URI =
  'otpauth://totp/Eternal%20Beauty:grace@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Eternal%20Beauty&digits=6'

test('a QR code has three finder patterns and no border', () => {
  const { qr, size } = drawQrCode(URI)
  const dark = new Set(Array.from(qr.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`))
  const ring = (left: number, top: number) =>
    [0, 1, 2, 3, 4, 5, 6].every(
      (step) => dark.has(`${left + step} ${top}`) && dark.has(`${left} ${top + step}`),
    )
  expect([ring(0, 0), ring(size - 7, 0), ring(0, size - 7), ring(size - 7, size - 7)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect((size - 17) % 4).toBe(0)
  expect(dark.size).toBeGreaterThan((size * size) / 3)
})

test('longer text makes a larger code, and another secret another code', () => {
  const sizes = [20, 80, 130, 250].map((length) => drawQrCode('x'.repeat(length)).size)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  expect(drawQrCode(URI).qr).not.toBe(drawQrCode(URI.replace('JBSW', 'JBSX')).qr)
})
