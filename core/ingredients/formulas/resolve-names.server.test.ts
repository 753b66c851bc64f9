import { z } from 'zod'
import { countListings, listListings } from '#core/catalog/listings/listings.server.ts'
import { countProducts, listProducts } from '#core/catalog/products.server.ts'
import type { Context } from '#core/context.ts'
import { readIngredientQuery } from '#core/search/ingredient-query.server.ts'
import { searchListings } from '#core/search/search.server.ts'
import { query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { BUILT_IN_SUBSTANCES } from '../substances/built-in-substances.ts'
import { StoredFields } from '../substances.server.ts'
import { syncSubstances } from '../sync-substances.server.ts'
import { formulaOf, TEST_DICTIONARY } from './formula.fixture.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS } from './ingredient-groups.ts'
import { readExclusions } from './ingredient-names.ts'
import { resolveNames } from './resolve-names.server.ts'
import { saveFormula } from './save-formula.server.ts'
import { splitNames } from './split-names.ts'

const Entry = z.strictObject({ id: z.string(), fields: StoredFields, isAllergen: z.boolean() })

test('the database decides groups as the statements do', async ({ ctx }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const entries = await query(ctx.db, Entry)`
    select id, fields, facts @> '[{"kind": "fragrance_allergen"}]' as "isAllergen" from substances`
  for (const group of GROUP_NAMES) {
    const idsOf = (...memberships: string[]) =>
      entries
        .filter(({ fields, isAllergen }) =>
          memberships.includes(INGREDIENT_GROUPS[group].membership({ ...fields, isAllergen })),
        )
        .map(({ id }) => id)
        .sort()
    const { filter } = await resolveNames(ctx, { with: [group], without: [group] })
    expect([group, filter?.with[0]?.toSorted()]).toEqual([group, idsOf('yes')])
    expect([group, filter?.without.toSorted()]).toEqual([group, idsOf('yes', 'unknown')])
  }
})

async function withProducts(ctx: Context) {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const admin = await asAdmin(ctx)
  for (const [name, text] of [
    ['Plain cream', 'Aqua 70%, Niacinamide 4%, Panthenol 1%'],
    ['Scented cream', 'Aqua 70%, Niacinamide 4%, Parfum 0.3%'],
    ['Trace cream', 'Aqua 70%, Parfum 0.3%, Linalool 0.0005%'],
    ['Silicone cream', 'Aqua 70%, Dimethicone 10%, Moon Dust'],
    ['Unstated cream', ''],
  ]) {
    const { id } = await buildProduct(ctx, { name, ingredients: ['Aqua'] })
    if (text) await saveFormula(admin, { productId: id }, formulaOf(text))
  }
  const lists = async (included: string[], without: string[]) => {
    const { filter: ingredients } = await resolveNames(ctx, { with: included, without })
    const filter = { sort: 'name', limit: 24, ingredients } as const
    const { listings } = await listListings(ctx, filter)
    const names = listings.map(({ name }) => name.replace(' cream', ''))
    expect(await countListings(ctx, filter)).toBe(names.length)
    expect(await countProducts(ctx, filter)).toBe(names.length)
    expect((await listProducts(ctx, filter)).products).toHaveLength(names.length)
    const results = await searchListings(ctx, { q: 'cream', limit: 24, sort: 'name', ingredients })
    expect(results.products.map(({ name }) => name.replace(' cream', ''))).toEqual(names)
    return names
  }
  return lists
}

test('lists and searches are filtered by ingredients, with and without', async ({ ctx }) => {
  const lists = await withProducts(ctx)
  expect(await lists(['niacinamide'], [])).toEqual(['Plain', 'Scented'])
  expect(await lists(['Vitamin B3', 'panthenol'], [])).toEqual(['Plain'])
  expect(await lists(['niacinamide', 'panthenol'], [])).toEqual(['Plain'])
  expect(await lists(['fragrance'], [])).toEqual(['Scented', 'Trace'])
  expect(await lists([], ['fragrance'])).toEqual(['Plain'])
  expect(await lists([], ['linalool'])).toEqual(['Plain', 'Scented'])
  expect(await lists(['linalool'], [])).toEqual([])
  expect(await lists(['silicones'], [])).toEqual(['Silicone'])
  expect(await lists([], ['panthenol'])).toEqual(['Scented', 'Trace'])
  expect(await lists(['no such thing'], [])).toEqual([])
  expect(await lists([], ['no such thing'])).toEqual([])
})

test('names are separated by commas, but not within one', () => {
  expect(splitNames('Niacinamide, 1,2-Hexanediol,glycerin,,niacinamide')).toEqual([
    ...['niacinamide', '1,2-hexanediol', 'glycerin'],
  ])
  expect(splitNames(null)).toEqual([])
})

test('a search excludes ingredients that the dictionary knows', async ({ ctx }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const read = async (q: string) => {
    const { q: text, excluded, filter } = await readIngredientQuery(ctx, { q, with: [], without: [] })
    return [text, excluded, Boolean(filter?.without.length)]
  }
  expect(await read('day cream without fragrance')).toEqual(['day cream', ['fragrance'], true])
  expect(await read('without fragrance, parabens or linalool')).toEqual([
    '',
    ['fragrance', 'parabens', 'linalool'],
    true,
  ])
  expect(await read('silicone-free primer')).toEqual(['primer', ['silicone'], true])
  expect(await read('foundation without drama')).toEqual(['foundation without drama', [], false])
  expect(await read('niacinamide')).toEqual(['niacinamide', [], false])
  expect(readExclusions('Free from Alcohol')).toEqual({ text: '', names: ['Alcohol'] })
})
