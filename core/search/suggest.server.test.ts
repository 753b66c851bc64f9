import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { suggest } from './suggest.server.ts'

async function buildProducts(ctx: Context): Promise<void> {
  for (const name of ['Rose Serum', 'Rosemary Shampoo', 'Rose Quartz Roller', 'Satin Lipstick'])
    await buildProduct(ctx, { name })
}

async function suggestNames(ctx: Context, typed: string) {
  const { completions, corrected, products } = await suggest(ctx, typed)
  return { completions, corrected, names: products.map(({ name }) => name) }
}

test('an incomplete word is completed, most frequent first, and its products are suggested', async ({
  ctx,
}) => {
  await buildProducts(ctx)
  const { completions, names } = await suggestNames(ctx, 'ros')
  expect(completions).toEqual(['rose', 'rosemary'])
  expect(names.toSorted()).toEqual(['Rose Quartz Roller', 'Rose Serum', 'Rosemary Shampoo'])
})

test('after other words, only completions that lead to a product are offered', async ({ ctx }) => {
  await buildProducts(ctx)
  expect(await suggestNames(ctx, 'rose ser')).toEqual({
    completions: ['rose serum'],
    corrected: null,
    names: ['Rose Serum'],
  })
  expect((await suggestNames(ctx, 'rose q')).names[0]).toBe('Rose Quartz Roller')
})

test('a typo is corrected while typing', async ({ ctx }) => {
  await buildProducts(ctx)
  expect(await suggestNames(ctx, 'lipstik')).toEqual({
    completions: [],
    corrected: 'lipstick',
    names: ['Satin Lipstick'],
  })
})

test('at most six products are suggested', async ({ ctx }) => {
  for (let nth = 0; nth < 9; nth++) await buildProduct(ctx, { name: `Rose ${nth}` })
  expect((await suggestNames(ctx, 'ro')).names).toHaveLength(6)
  expect((await suggestNames(ctx, 'rose')).names).toHaveLength(6)
})
