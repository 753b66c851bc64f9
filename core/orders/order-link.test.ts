import { expect, test } from 'vitest'
import { createOrderToken, isValidOrderToken, orderLink } from './order-link.ts'

const signer = { secret: 'a secret that is long enough', origin: 'https://store.example' }
const order = { id: 'ord_1', number: 'EB123456', userId: null }

test('a guest’s link opens their order without an account', () => {
  const link = new URL(orderLink(signer, order))
  expect(`${link.origin}${link.pathname}`).toBe('https://store.example/orders/EB123456')
  expect(isValidOrderToken(signer, order.id, link.searchParams.get('key') ?? '')).toBe(true)
})

test('a customer’s link carries no token, so only their account opens it', () => {
  expect(orderLink(signer, { ...order, userId: 'usr_1' })).toBe('https://store.example/orders/EB123456')
})

test('a token opens one order of one store', () => {
  const token = createOrderToken(signer, 'ord_1')
  expect(isValidOrderToken(signer, 'ord_2', token)).toBe(false)
  expect(isValidOrderToken({ secret: 'the secret of another store' }, 'ord_1', token)).toBe(false)
})

test('a token that is shorter, longer, or changed in one character opens nothing', () => {
  const token = createOrderToken(signer, 'ord_1')
  const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  for (const forged of ['', token.slice(1), `${token}A`, changed, token.toLowerCase(), 'é'.repeat(20)])
    expect(isValidOrderToken(signer, 'ord_1', forged), forged).toBe(false)
})
