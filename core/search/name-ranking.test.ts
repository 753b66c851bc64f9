import fc from 'fast-check'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { searchListings } from './search.server.ts'

const searchNames = async (ctx: Context, q: string) =>
  (await searchListings(ctx, { q, limit: 24 })).products.map(({ name }) => name)

/** Loved and often named elsewhere, so that only the name can put another product first. */
async function buildPopularShade(ctx: Context, name: string, shadeName: string): Promise<void> {
  const { ids } = await buildFamily(ctx, {
    name,
    tagline: `A soft ${shadeName}.`,
    members: [{ shadeName }, { shadeName: `Old ${shadeName}` }],
  })
  await execute(
    ctx.db,
  )`update products set review_count = 400, rating_sum = 2000 where id = any(${ids}::text[])`
}

test.for([
  ['rose', 'Rose Hip Night Serum', 'Damask Rose Oil'],
  ['ROSE', 'Rosé Cream', 'Damask Rosé Oil'],
  ['roses', 'Rose Hip Night Serum', 'Oil of Roses'],
  ['rose', 'Roses in Snow', 'Damask Rose Oil'],
  ['rose oil', 'Rose Hip Oil', 'Damask Rose Oil'],
] as const)(
  'for “%s”, %s comes before %s, and both before a shade of that name',
  async ([q, first, second], { ctx }) => {
    await buildPopularShade(ctx, 'Tinted Lip Balm', q.includes('oil') ? 'Rose Oil' : 'Rose')
    await buildProduct(ctx, { name: second })
    await buildProduct(ctx, { name: first })
    expect(await searchNames(ctx, q)).toEqual([first, second, expect.stringContaining('Tinted Lip Balm')])
  },
)

test('a name that begins with the word comes first, then one that has it, then a shade', async ({ ctx }) => {
  const words = ['amber', 'cedar', 'iris', 'moss', 'plum', 'salt']
  const word = fc.constantFrom(...words)
  const names = fc.uniqueArray(fc.tuple(word, word, word), { maxLength: 8, selector: String })
  await fc.assert(
    fc.asyncProperty(names, word, async (drafts, q) => {
      await execute(ctx.db)`update products set status = 'draft'`
      await buildPopularShade(ctx, 'Velvet Lipstick', q)
      for (const draft of drafts) await buildProduct(ctx, { name: draft.join(' ') })
      const group = (name: string) => (name.startsWith(q) ? 0 : name.split(' ').includes(q) ? 1 : 2)
      const groups = (await searchNames(ctx, q)).map(group)
      expect(groups).toEqual(groups.toSorted())
      expect(groups).toHaveLength(drafts.filter((draft) => draft.includes(q)).length + 1)
    }),
    { numRuns: 15 },
  )
})

test('what can’t be ordered comes after what can', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Water', stock: 0 })
  await buildProduct(ctx, { name: 'Rose Cream', stock: 5 })
  expect(await searchNames(ctx, 'rose')).toEqual(['Rose Cream', 'Rose Water'])
})
