import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Connection } from './connection.ts'

async function createReviewFixture({ pool }: Connection, product: string) {
  const profileId = (name: string) => `${name} of ${product.toLowerCase()}`
  for (const id of ['grace', 'ada', 'mary'].map(profileId)) {
    await pool.query('insert into auth_users (id, email) values ($1, $1)', [id])
    await pool.query('insert into profiles (id, email) values ($1, $1)', [id])
  }
  return {
    write: (author: string | null, rating: number, status = 'published') =>
      pool.query(
        `insert into reviews (id, product_id, profile_id, author, rating, status) values (gen_random_uuid(), $1, $2, 'x', $3, $4)`,
        [product, author && profileId(author), rating, status],
      ),
    change: (set: string, author: string) =>
      pool.query(`update reviews set ${set} where profile_id = $1`, [profileId(author)]),
    remove: (table: 'reviews' | 'profiles', author: string) =>
      pool.query(`delete from ${table} where ${table === 'reviews' ? 'profile_id' : 'id'} = $1`, [
        profileId(author),
      ]),
    readStars: async () => {
      const { rows } = await pool.query(
        'select rating, number from review_stars where listing_id = $1 and number > 0 order by 1',
        [product],
      )
      return rows.map(({ rating, number }) => [rating, number])
    },
    readTotals: async () => {
      const { rows } = await pool.query('select rating_sum, review_count from products where id = $1', [
        product,
      ])
      return [rows[0].rating_sum, rows[0].review_count]
    },
  }
}

test('a customer reviews a product once, and the review outlives the account', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx)
  const { write, remove, readTotals } = await createReviewFixture(connection, id)
  const results = await Promise.allSettled([5, 4, 3].map((rating) => write('grace', rating)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await write('ada', 4)
  const totalsBefore = await readTotals()
  await remove('profiles', 'grace')
  await remove('profiles', 'ada')
  expect(await readTotals()).toEqual(totalsBefore)
  await write(null, 5)
  await write(null, 5)
})

test('a product’s rating is the total of its published reviews through every change', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx)
  const { write, change, remove, readTotals, readStars } = await createReviewFixture(connection, id)
  await write('grace', 5)
  await write('ada', 2)
  await write('mary', 1, 'pending')
  expect(await readTotals()).toEqual([7, 2])
  await change('rating = 3', 'grace')
  expect(await readTotals()).toEqual([5, 2])
  await change(`status = 'published'`, 'mary')
  expect(await readTotals()).toEqual([6, 3])
  expect(await readStars()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ])
  await change(`status = 'rejected', rating = 5`, 'ada')
  expect(await readTotals()).toEqual([4, 2])
  await remove('reviews', 'ada')
  await remove('reviews', 'grace')
  expect(await readTotals()).toEqual([1, 1])
  expect(await readStars()).toEqual([[1, 1]])
})

test('concurrent reviews are all counted', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx)
  const { write, readTotals, readStars } = await createReviewFixture(connection, id)
  await Promise.all(Array.from({ length: 20 }, () => write(null, 4)))
  expect(await readTotals()).toEqual([80, 20])
  expect(await readStars()).toEqual([[4, 20]])
})

test('ratings go from one to five', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx)
  const { write, readTotals } = await createReviewFixture(connection, id)
  for (const rating of [0, 6, -1])
    await expect(write('grace', rating)).rejects.toThrow('reviews_rating_check')
  expect(await readTotals()).toEqual([0, 0])
})
