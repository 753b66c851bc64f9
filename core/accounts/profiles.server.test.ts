import { buildAccount, buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { everyPage } from '../pagination.ts'
import { listProfiles, PROFILE_SORTS } from './profiles.server.ts'

async function emails(ctx: Context, query: Parameters<typeof listProfiles>[1] = {}): Promise<string[]> {
  return (await listProfiles(ctx, query)).rows.map(({ email }) => email)
}

test('paging through any sort order returns each profile once, forwards and backwards', async ({
  ctx,
  connection,
}) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  for (let n = 0; n < 11; n++) await buildAccount(ctx.db)
  // Many share a timestamp, so only the ID orders them.
  await connection.pool.query(
    `update profiles set created_at = timestamptz '2026-01-01' + (length(email) % 3) * interval '1 day'`,
  )
  const asAdmin = { ...ctx, actor }
  for (const sort of PROFILE_SORTS) {
    const forwards: string[][] = []
    let cursor: string | undefined
    let previous: string | null = null
    do {
      const page = await listProfiles(asAdmin, { sort, cursor, limit: 5 })
      forwards.push(page.rows.map(({ id }) => id))
      cursor = page.next ?? undefined
      previous = page.previous
    } while (cursor)
    expect(forwards.map(({ length }) => length)).toEqual([5, 5, 2])
    expect(new Set(forwards.flat()).size).toBe(12)
    const before = await listProfiles(asAdmin, { sort, cursor: previous ?? '', limit: 5 })
    expect(before.rows.map(({ id }) => id)).toEqual(forwards[1])
    const first = await listProfiles(asAdmin, { sort, cursor: before.previous ?? '', limit: 5 })
    expect(first.rows.map(({ id }) => id)).toEqual(forwards[0])
    expect(first.previous).toBeNull()
    expect(first.next).not.toBeNull()
  }
  let count = 0
  for await (const page of everyPage({}, (query) => listProfiles(asAdmin, { ...query, limit: 5 })))
    count += page.length
  expect(count).toBe(12)
})

test('a search matches parts of names and email addresses and treats wildcards literally', async ({
  ctx,
}) => {
  const actor = await buildActor(ctx.db, { role: 'admin', email: 'owner@orchard.example' })
  await buildAccount(ctx.db, { email: '100%ada@orchard.example' })
  await buildAccount(ctx.db, { email: 'under_score@orchard.example' })
  const asAdmin = { ...ctx, actor }
  expect(await emails(asAdmin, { search: '0%A' })).toEqual(['100%ada@orchard.example'])
  expect(await emails(asAdmin, { search: 'r_s' })).toEqual(['under_score@orchard.example'])
  expect(await emails(asAdmin, { search: 'GRACE' })).toHaveLength(3)
  expect(await emails(asAdmin, { search: 'grace', filter: 'admin' })).toEqual(['owner@orchard.example'])
  expect(await emails(asAdmin, { search: "\\'; drop table profiles" })).toEqual([])
})

test('an invalid cursor and a caller who is not an administrator are refused', async ({ ctx }) => {
  const asAdmin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildAccount(ctx.db)
  const { next } = await listProfiles(asAdmin, { sort: 'email', limit: 1 })
  for (const cursor of [
    next ?? '',
    `~${next}`,
    '~',
    'nonsense',
    Buffer.from('["\\u0000","x"]').toString('base64url'),
  ])
    await expect(listProfiles(asAdmin, { cursor })).rejects.toThrow('Go back to the first page')
  await expect(listProfiles({ ...ctx, actor: await buildActor(ctx.db) }, {})).rejects.toThrow(
    'administrators',
  )
  await expect(listProfiles(ctx, {})).rejects.toThrow('sign in')
})
