import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { buildAccount } from '#test/accounts.ts'
import { expect, test } from '#test/shared-store.ts'
import {
  createLink,
  deleteExpiredLinks,
  isLinkValid,
  LINK_EXPIRED,
  lockLink,
  readLink,
  redeemLink,
  revokeLinks,
} from './one-time-links.server.ts'
import { hashToken, isToken } from './sessions/tokens.ts'

const EXPIRED = { code: 'not_found', message: LINK_EXPIRED }

test('of many clicks on a link, one redeems it', async ({ ctx: { db } }) => {
  const { id: userId } = await buildAccount(db)
  const token = await createLink(db, 'new-email', { userId, email: 'new@orchard.example' })
  expect(isToken(token)).toBe(true)
  expect(await readLink(db, 'new-email', token)).toEqual({ userId, email: 'new@orchard.example' })
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => redeemLink(db, 'new-email', token)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: EXPIRED })
  expect(await isLinkValid(db, 'new-email', token)).toBe(false)
})

test('a link works only for its purpose', async ({ ctx: { db } }) => {
  const { id: userId } = await buildAccount(db)
  const token = await createLink(db, 'reset', { userId })
  for (const purpose of ['confirm', 'new-email', 'passkey', 'second-factor'] as const) {
    expect(await isLinkValid(db, purpose, token)).toBe(false)
    await expect(redeemLink(db, purpose, token)).rejects.toMatchObject(EXPIRED)
  }
  expect(await isLinkValid(db, 'reset', token)).toBe(true)
})

test.for([
  ['confirm', 24 * 60],
  ['reset', 60],
  ['new-email', 24 * 60],
  ['passkey', 5],
  ['second-factor', 10],
] as const)('a link of kind %s expires after %i minutes', async ([purpose, minutes], { ctx: { db } }) => {
  const { id: userId } = await buildAccount(db)
  const payload = { userId, passwordHash: null, email: 'new@orchard.example', challenge: 'x' }
  const token = await createLink(db, purpose, payload)
  const pass = (passedMinutes: number) =>
    execute(db)`
      update auth_verifications set expires_at = expires_at - ${passedMinutes} * interval '1 minute'
      where identifier = ${`${purpose}:${hashToken(token)}`}`
  await pass(minutes - 1)
  expect(await isLinkValid(db, purpose, token)).toBe(true)
  await pass(1)
  expect(await isLinkValid(db, purpose, token)).toBe(false)
  await expect(readLink(db, purpose, token)).rejects.toMatchObject(EXPIRED)
  await expect(redeemLink(db, purpose, token)).rejects.toMatchObject(EXPIRED)
})

test('revoking an account’s links leaves those of other accounts', async ({ ctx: { db } }) => {
  const [grace, ada] = [await buildAccount(db), await buildAccount(db)]
  const own = await createLink(db, 'reset', { userId: grace.id })
  const second = await createLink(db, 'confirm', { userId: grace.id, passwordHash: null })
  const other = await createLink(db, 'reset', { userId: ada.id })
  // In a LIKE pattern, an underscore matches any character.
  const similar = await createLink(db, 'reset', { userId: grace.id.replace('_', 'x') })
  await revokeLinks(db, grace.id)
  expect(await isLinkValid(db, 'reset', own)).toBe(false)
  expect(await isLinkValid(db, 'confirm', second)).toBe(false)
  expect([await isLinkValid(db, 'reset', other), await isLinkValid(db, 'reset', similar)]).toEqual([
    true,
    true,
  ])
})

test('a request that waits for another one’s link doesn’t find it redeemed twice', async ({
  ctx: { db },
}) => {
  const { id: userId } = await buildAccount(db)
  const token = await createLink(db, 'second-factor', { userId, sessionEpoch: 0 })
  const redeemOnce = () =>
    db.transaction(async (tx) => {
      const link = await lockLink(tx, 'second-factor', token)
      if (!link) return 'not found'
      await redeemLink(tx, 'second-factor', token)
      return 'redeemed'
    })
  const results = await Promise.all(Array.from({ length: 5 }, redeemOnce))
  expect(results.toSorted()).toEqual(['not found', 'not found', 'not found', 'not found', 'redeemed'])
})

test('only a hash is stored, and expired links are deleted', async ({ ctx: { db } }) => {
  const { id: userId } = await buildAccount(db)
  const [expired, valid] = [
    await createLink(db, 'reset', { userId }),
    await createLink(db, 'reset', { userId }),
  ]
  const find = () =>
    query(db, z.strictObject({ identifier: z.string(), value: z.string() }))`
      select identifier, value from auth_verifications where id like ${`${userId}:%`} order by created_at`
  for (const row of await find())
    for (const token of [expired, valid]) expect(JSON.stringify(row)).not.toContain(token)
  await execute(db)`
    update auth_verifications set expires_at = now() - interval '1 minute'
    where identifier = ${`reset:${hashToken(expired)}`}`
  await deleteExpiredLinks(db)
  expect(await find()).toMatchObject([{ identifier: `reset:${hashToken(valid)}` }])
})
