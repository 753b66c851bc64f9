import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawQr } from './qr.server.ts'

const URI =
  'otpauth://totp/Eternal%20Beauty:grace@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Eternal%20Beauty&digits=6'

test('draws what was once read back by a reader of another house', () => {
  const { qr, size } = drawQr(URI)
  expect([size, createHash('sha256').update(qr).digest('hex').slice(0, 16)]).toEqual([41, 'd39edeed7b9604e8'])
})

test('grows with what it has to say, and says when that is too much', () => {
  expect([20, 80, 130, 250, 400].map((length) => drawQr('x'.repeat(length)).size)).toEqual([
    25, 37, 41, 57, 69,
  ])
  expect(() => drawQr('x'.repeat(600))).toThrow('Too much to say')
})
