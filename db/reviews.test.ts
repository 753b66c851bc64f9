import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Connection } from './connection.ts'

async function openReviews({ pool }: Connection, product: string) {
  const person = (name: string) => `${name} of ${product.toLowerCase()}`
  for (const id of ['grace', 'ada', 'mary'].map(person)) {
    await pool.query('insert into auth_users (id, email) values ($1, $1)', [id])
    await pool.query('insert into profiles (id, email) values ($1, $1)', [id])
  }
  return {
    write: (by: string | null, rating: number, status = 'published') =>
      pool.query(
        `insert into reviews (id, product_id, profile_id, author, rating, status) values (gen_random_uuid(), $1, $2, 'x', $3, $4)`,
        [product, by && person(by), rating, status],
      ),
    change: (set: string, by: string) =>
      pool.query(`update reviews set ${set} where profile_id = $1`, [person(by)]),
    remove: (table: 'reviews' | 'profiles', by: string) =>
      pool.query(`delete from ${table} where ${table === 'reviews' ? 'profile_id' : 'id'} = $1`, [
        person(by),
      ]),
    sums: async () => {
      const { rows } = await pool.query('select rating_sum, review_count from products where id = $1', [
        product,
      ])
      return [rows[0].rating_sum, rows[0].review_count]
    },
  }
}

test('a buyer reviews a product once; whose account is gone keeps what was said', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx)
  const { write, remove, sums } = await openReviews(connection, id)
  const said = await Promise.allSettled([5, 4, 3].map((rating) => write('grace', rating)))
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await write('ada', 4)
  const before = await sums()
  await remove('profiles', 'grace')
  await remove('profiles', 'ada')
  expect(await sums()).toEqual(before)
  await write(null, 5)
  await write(null, 5)
})

test('the stars of a product are those of its published reviews, whatever becomes of them', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx)
  const { write, change, remove, sums } = await openReviews(connection, id)
  await write('grace', 5)
  await write('ada', 2)
  await write('mary', 1, 'pending')
  expect(await sums()).toEqual([7, 2])
  await change('rating = 3', 'grace')
  expect(await sums()).toEqual([5, 2])
  await change(`status = 'published'`, 'mary')
  expect(await sums()).toEqual([6, 3])
  await change(`status = 'rejected', rating = 5`, 'ada')
  expect(await sums()).toEqual([4, 2])
  await remove('reviews', 'ada')
  await remove('reviews', 'grace')
  expect(await sums()).toEqual([1, 1])
})

test('reviews that come at once are all counted', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx)
  const { write, sums } = await openReviews(connection, id)
  await Promise.all(Array.from({ length: 20 }, () => write(null, 4)))
  expect(await sums()).toEqual([80, 20])
})

test('stars go from one to five', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx)
  const { write, sums } = await openReviews(connection, id)
  for (const rating of [0, 6, -1])
    await expect(write('grace', rating)).rejects.toThrow('reviews_rating_check')
  expect(await sums()).toEqual([0, 0])
})
