import { expect, test } from 'vitest'
import { sign } from '#core/accounts/signature.ts'
import { DAY_MS } from '../time-units.ts'
import { createOrderToken, orderLink, orderTokenState } from './order-link.ts'

const signer = { secret: 'a secret that is long enough', origin: 'https://store.example' }
const order = { id: 'ord_1', number: 'EB123456', userId: null, returnDays: 30 }

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const stateOf = (token: string, { orderId = order.id, now = new Date(), secret = signer.secret } = {}) =>
  orderTokenState({ secret }, { orderId, token, now })
const keyOf = (link: string) => new URL(link).searchParams.get('key') ?? ''

test('a guest’s link opens their order without an account', () => {
  const link = orderLink(signer, order)
  expect(link).toMatch(/^https:\/\/store\.example\/orders\/EB123456\?key=[\w.-]+$/)
  expect(stateOf(keyOf(link))).toBe('valid')
})

test('a customer’s link carries no token, so only their account opens it', () => {
  expect(orderLink(signer, { ...order, userId: 'usr_1' })).toBe('https://store.example/orders/EB123456')
})

test('a link expires after 90 days, or 30 days after the last day to return the items', () => {
  for (const [returnDays, days] of [
    [0, 90],
    [60, 90],
    [365, 395],
  ] as const) {
    const key = keyOf(orderLink(signer, { ...order, returnDays }))
    expect(stateOf(key, { now: inDays(days - 1) })).toBe('valid')
    expect(stateOf(key, { now: inDays(days + 2) })).toBe('expired')
  }
})

test('a link from before links expired has expired', () => {
  expect(stateOf(sign('order link ord_1', signer.secret))).toBe('expired')
})

test('a token opens one order of one store', () => {
  const token = createOrderToken(signer, 'ord_1')
  expect(stateOf(token, { orderId: 'ord_2' })).toBe('forged')
  expect(stateOf(token, { secret: 'the secret of another store' })).toBe('forged')
})

test('a token that is shorter, longer, or changed opens nothing, whatever day it claims', () => {
  const token = createOrderToken(signer, 'ord_1')
  const [day = '', signature = ''] = token.split('.')
  const later = `${Number(day) + 1}.${signature}`
  const forgeries = [
    '',
    '.',
    'NaN.',
    token.slice(1),
    `${token}A`,
    later,
    ` ${token}`,
    signature,
    'é'.repeat(20),
  ]
  for (const forged of [...forgeries, `${day}x.${signature}`, `${day}.${signature.toLowerCase()}`])
    expect(stateOf(forged), forged).toBe('forged')
})

test('a link stays valid while AUTH_SECRET is replaced', () => {
  const token = createOrderToken(signer, 'ord_1')
  const next = 'the next secret of this store'
  const link = { orderId: 'ord_1', token, now: new Date() }
  expect(orderTokenState({ secret: next, previousSecret: signer.secret }, link)).toBe('valid')
  expect(orderTokenState({ secret: next }, link)).toBe('forged')
})
