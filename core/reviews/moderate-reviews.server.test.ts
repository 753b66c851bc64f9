import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findProduct } from '../catalog/products.server.ts'
import { listAdminReviews, moderateReviews } from './moderate-reviews.server.ts'

test('a rejected review is hidden and not counted in the rating until it is published again', async ({
  ctx,
  connection,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const { id } = await buildProduct(ctx)
  await connection.pool.query(`insert into reviews (id, product_id, author, rating, status)
    values ('rev_1', '${id}', 'Ada', 5, 'published'), ('rev_2', '${id}', 'Eve', 1, 'pending')`)
  const stars = async () =>
    (await connection.pool.query('select rating_sum, review_count from products where id = $1', [id])).rows[0]
  const ids = async (filter?: string) => (await listAdminReviews(admin, { filter })).rows.map((row) => row.id)
  expect(await ids('pending')).toEqual(['rev_2'])
  expect(await moderateReviews(admin, ['rev_1', 'rev_2', 'none'], 'rejected')).toBe(2)
  expect(await stars()).toEqual({ rating_sum: 0, review_count: 0 })
  expect(await moderateReviews(admin, ['rev_1', 'rev_2'], 'published')).toBe(2)
  expect(await moderateReviews(admin, ['rev_1'], 'published')).toBe(0)
  expect(await stars()).toEqual({ rating_sum: 6, review_count: 2 })
  expect((await ids()).sort()).toEqual(['rev_1', 'rev_2'])
  await expect(listAdminReviews(ctx, {})).rejects.toThrow('sign in')
})

test('reviews can be sorted, paged both ways, and searched by text', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const { id } = await buildProduct(ctx)
  await connection.pool.query(`insert into reviews (id, product_id, author, rating, title, body, status, created_at)
    select 'rev_' || n, '${id}', 'Ada ' || n, 1 + n % 3, '100%', 'Soft as ' || n, 'published', now() - n * interval '1 day'
    from generate_series(1, 7) n`)
  const listAllPages = async (sort: string) => {
    const seenIds: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { rows, next } = await listAdminReviews(admin, { sort, cursor, limit: 2 })
      seenIds.push(...rows.map((row) => row.id.slice(4)))
      if (!next) return seenIds.join('')
      cursor = next
    }
  }
  expect([await listAllPages('newest'), await listAllPages('oldest')]).toEqual(['1234567', '7654321'])
  expect([await listAllPages('stars'), await listAllPages('stars-down')]).toEqual(['3614725', '5274163'])
  const secondPage = await listAdminReviews(admin, {
    sort: 'stars',
    limit: 3,
    cursor: (await listAdminReviews(admin, { sort: 'stars', limit: 3 })).next ?? '',
  })
  const previousPage = await listAdminReviews(admin, {
    sort: 'stars',
    limit: 3,
    cursor: secondPage.previous ?? '',
  })
  expect(previousPage.rows.map((row) => row.id)).toEqual(['rev_3', 'rev_6', 'rev_1'])
  expect((await listAdminReviews(admin, { search: 'AS 4' })).rows).toHaveLength(1)
  expect((await listAdminReviews(admin, { search: '100%' })).rows).toHaveLength(7)
  expect((await listAdminReviews(admin, { search: '10_%' })).rows).toHaveLength(0)
})

test('moderating twice, or at the same time, counts a rating once', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  const { id } = await buildProduct(ctx)
  await connection.pool.query(`insert into reviews (id, product_id, author, rating, status)
    values ('rev_1', '${id}', 'Ada', 5, 'published')`)
  const moderate = (status: 'published' | 'rejected') => moderateReviews(admin, ['rev_1'], status)
  const rejected = await Promise.all([moderate('rejected'), moderate('rejected'), moderate('rejected')])
  expect(rejected.toSorted()).toEqual([0, 0, 1])
  expect(await findProduct(ctx, id)).toMatchObject({ reviewCount: 0, rating: null })
  await Promise.all([moderate('published'), moderate('published')])
  expect(await findProduct(ctx, id)).toMatchObject({ reviewCount: 1 })
  await expect(moderateReviews(customer, ['rev_1'], 'rejected')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listAdminReviews(customer, {})).rejects.toMatchObject({ code: 'forbidden' })
})
