import { expect, test } from 'vitest'
import { readOrderSource } from './order-source.ts'

const OWN_HOST = 'eternalbeauty.example'
const NOTHING = { source: null, medium: null, campaign: null, ref: null, referrer: null }
const read = (landing: string, referrer = '') => readOrderSource({ landing, referrer }, OWN_HOST)

test('campaign parameters and the referring host are read, and nothing else', () => {
  expect(
    read(
      '?utm_source=Newsletter&utm_medium=email&utm_campaign=Fr%C3%BChling+2026&q=secret',
      'www.vogue.example',
    ),
  ).toEqual({
    source: 'newsletter',
    medium: 'email',
    campaign: 'frühling 2026',
    ref: null,
    referrer: 'vogue.example',
  })
  expect(read('?ref=GRACE-10')).toEqual({ ...NOTHING, ref: 'grace-10' })
})

test.each([
  '',
  '?q=serum',
  '?utm_source=<script>alert(1)</script>',
  '?utm_source=grace%40example.com',
  '?utm_campaign=%2B1+503+555+0144',
  `?ref=${'x'.repeat(101)}`,
  '?ref=%00%1b',
  '?ref="onload',
  '?utm_source=%E2%80%AEevil',
])('%j has no source', (landing) => {
  expect(read(landing)).toBeNull()
})

test.each([
  OWN_HOST,
  `www.${OWN_HOST}`,
  'checkout.stripe.com',
  'accounts.google.com',
  'localhost',
  'https://vogue.example/private?token=1',
  'vogue.example/path',
  `${'a.'.repeat(130)}example`,
])('the referrer %j is not one', (referrer) => {
  expect(read('', referrer)).toBeNull()
})
