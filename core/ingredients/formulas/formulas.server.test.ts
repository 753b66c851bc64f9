import fc from 'fast-check'
import { z } from 'zod'
import { createFamily, removeProducts } from '#core/catalog/families/save-family.server.ts'
import { findProduct } from '#core/catalog/products.server.ts'
import { editProduct, setPublishStatus } from '#core/catalog/save-product.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { FAMILY, MEMBER } from '#test/families.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { createSubstance, deleteSubstance, editSubstance } from '../manage-substances.server.ts'
import { listSubstances } from '../substances.server.ts'
import { syncSubstances } from '../sync-substances.server.ts'
import { formulaOf, TEST_DICTIONARY } from './formula.fixture.ts'
import { listFormulas, previewFormula } from './formulas.server.ts'
import { INGREDIENT_GROUPS, type IngredientGroup } from './ingredient-groups.ts'
import { applyPendingFormulas, refreshLabels } from './refresh-labels.server.ts'
import { saveFormula } from './save-formula.server.ts'
import { findLabel } from './stored-label.server.ts'

async function withProduct(ctx: Context) {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  const names = async (productId = id) => (await findProduct(ctx, productId)).ingredients
  const save = (text: string, overrides = {}) =>
    saveFormula(admin, { productId: id }, formulaOf(text, overrides))
  const kindOf = async (group: IngredientGroup) =>
    (await findLabel(ctx.db, id))?.statements.find((statement) => statement.group === group)?.kind
  return { admin, id, names, save, kindOf }
}

const idOf = async (ctx: Context, name: string) =>
  (await listSubstances(ctx, { search: name })).rows.find((row) => row.name === name)?.id ?? ''

async function problem(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('It was not refused')
}

test('the ingredients of a product are those of its latest formula', async ({ ctx }) => {
  const { admin, id, names, save } = await withProduct(ctx)
  expect(await save('Water 70%, Glycerine 5%, Moon Dust')).toEqual({ version: 1, unknown: ['Moon Dust'] })
  expect(await names()).toEqual(['Aqua', 'Glycerin', 'Moon Dust'])
  expect(await save('Aqua 70%, Niacinamide 5%')).toEqual({ version: 2, unknown: [] })
  expect(await names()).toEqual(['Aqua', 'Niacinamide'])
  expect((await listFormulas(admin, { productId: id })).map(({ version }) => version)).toEqual([2, 1])
})

test('only a change of the composition is a new version', async ({ ctx }) => {
  const { save, id } = await withProduct(ctx)
  await save('Aqua 70%, Niacinamide 5%')
  const heroes = [{ name: 'Niacinamide', note: 'Evens the look of the skin' }]
  expect(await save('Aqua 70%, Niacinamide 5%', { heroes })).toMatchObject({ version: 1 })
  expect((await findLabel(ctx.db, id))?.heroes).toEqual([
    { name: 'Niacinamide', note: 'Evens the look of the skin', position: 2 },
  ])
  expect(await save('Aqua 70%, Niacinamide 4%', { heroes })).toMatchObject({ version: 2 })
  expect(await problem(save('Aqua 70%, Glycerin 4%', { heroes }))).toContain('Niacinamide isn’t in the list')
})

test('of two people who edit one version, the second gets a conflict', async ({ ctx }) => {
  const { save, names } = await withProduct(ctx)
  await save('Aqua', { version: 0 })
  const results = await Promise.allSettled([
    save('Aqua, Glycerin', { version: 1 }),
    save('Aqua, Panthenol', { version: 1 }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await names()).toHaveLength(2)
})

test('an allergen is named above its threshold only, and never hidden from statements', async ({ ctx }) => {
  const { id, save, names, kindOf } = await withProduct(ctx)
  const named = async (percent: number, overrides = {}) => {
    await save(`Aqua 70%, Parfum 0.3%, Linalool ${percent}%`, overrides)
    return (await names()).includes('Linalool')
  }
  expect(await named(0.001)).toBe(false)
  expect((await findLabel(ctx.db, id))?.entries.map(({ name }) => name)).toEqual(['Aqua', 'Parfum'])
  expect(await named(0.0011)).toBe(true)
  expect((await findLabel(ctx.db, id))?.entries.at(-1)).toMatchObject({ name: 'Linalool', isAllergen: true })
  expect(await named(0.0005)).toBe(false)
  expect(await named(0.01, { leaveOn: false })).toBe(false)
  expect(await named(0.011, { leaveOn: false })).toBe(true)
  // Nothing else on the list would tell of it.
  await save('Aqua 70%, Linalool 0.0005%')
  expect(await names()).toEqual(['Aqua', 'Linalool'])
  expect(await kindOf('fragrance')).toBe('contains')
})

test('names that the law groups are one entry, and their amounts count together', async ({ ctx }) => {
  const { save, names } = await withProduct(ctx)
  await save('Aqua 70%, Parfum 0.3%, Alpha-Pinene 0.0007%, Beta-Pinene 0.0007%')
  expect(await names()).toEqual(['Aqua', 'Parfum', 'Pinene'])
  await save('Aqua 70%, Parfum 0.3%, Alpha-Pinene 0.0004%, Beta-Pinene 0.0004%')
  expect(await names()).toEqual(['Aqua', 'Parfum'])
})

test('no statement contradicts a substance of the formula', async ({ ctx }) => {
  const { admin } = await withProduct(ctx)
  const entry = fc.record({
    substance: fc.constantFrom(...TEST_DICTIONARY),
    percent: fc.option(
      fc.double({ min: 0, max: 0.9, noNaN: true }).map((number) => Number(number.toFixed(4))),
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { selector: ({ substance }) => substance.key, minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      async (entries, leaveOn, hasUnknown) => {
        const lines = entries.map(({ substance, percent }) => ({
          ...{ name: substance.name, percent, isNano: false, mayContain: false, productIds: [] },
        }))
        const unknown = hasUnknown ? formulaOf('Moon Dust').lines : []
        const preview = await previewFormula(admin, {
          ...formulaOf('Aqua'),
          leaveOn,
          lines: [...lines, ...unknown],
        })
        for (const { group, kind } of preview.statements) {
          const memberships = entries.map(({ substance }) =>
            INGREDIENT_GROUPS[group].membership({ ...substance, isAllergen: substance.facts.length > 0 }),
          )
          const expected = memberships.includes('yes')
            ? 'contains'
            : hasUnknown || memberships.includes('unknown')
              ? 'not-stated'
              : 'free-from'
          expect({ group, kind }).toEqual({ group, kind: expected })
        }
        // What isn't named is an allergen in a scent.
        const listed = new Set(preview.entries.map(({ name }) => name))
        const hidden = entries.filter(({ substance }) => !listed.has(substance.labeledAs ?? substance.name))
        for (const { substance, percent } of hidden) {
          expect(substance.facts.length).toBeGreaterThan(0)
          expect(percent).toBeLessThanOrEqual(leaveOn ? 0.001 : 0.01)
        }
        expect(listed.size).toBe(preview.entries.length)
      },
    ),
    { numRuns: 60 },
  )
})

test('a change of the dictionary reaches the labels in its transaction', async ({ ctx }) => {
  const { admin, save, names, kindOf } = await withProduct(ctx)
  await save('Aqua, Glycerin, Moon Dust')
  expect(await kindOf('animal-derived')).toBe('not-stated')
  const moonDust = await createSubstance(admin, {
    name: 'Luna Pulvis',
    synonyms: ['Moon dust'],
    origins: ['mineral'],
  })
  expect(await names()).toEqual(['Aqua', 'Glycerin', 'Luna Pulvis'])
  await editSubstance(admin, await idOf(ctx, 'Glycerin'), { origins: ['plant'] })
  expect(await kindOf('animal-derived')).toBe('free-from')
  await editSubstance(admin, moonDust.id, { origins: ['animal'], traits: ['silicone'] })
  expect([await kindOf('animal-derived'), await kindOf('silicones')]).toEqual(['contains', 'contains'])
  await editSubstance(admin, moonDust.id, { labeledAs: 'Limonene' })
  expect(await names()).toEqual(['Aqua', 'Glycerin', 'Limonene'])
  expect(await kindOf('fragrance')).toBe('contains')
})

test('a substance of a current formula can’t be deleted, one of an earlier formula can', async ({ ctx }) => {
  const { admin, save, names } = await withProduct(ctx)
  const { id } = await createSubstance(admin, { name: 'Moon Dust' })
  await save('Aqua, Moon Dust')
  expect(await problem(deleteSubstance(admin, id))).toContain('1 product')
  await save('Aqua')
  await deleteSubstance(admin, id)
  await save('Aqua, Moon Dust')
  expect(await names()).toEqual(['Aqua', 'Moon Dust'])
})

test('a family shares its formula, and each shade its own colorants', async ({ ctx }) => {
  const { admin, names } = await withProduct(ctx)
  const members = ['Rose', 'Plum', 'Bare'].map((shadeName) => ({ ...MEMBER, shadeName }))
  const { id } = await createFamily(admin, { draft: FAMILY, members })
  const [rose = '', plum = '', bare = ''] = await queryColumn(ctx.db, z.string())`
    select id from products where family_id = ${id} order by position`
  await setPublishStatus(admin, [rose, plum, bare], 'published')
  const draft = formulaOf('Cera Alba 20%, Glycerin 5%, May contain: CI 77491, CI 77492, CI 77891')
  const products: Record<string, string[]> = { 'CI 77491': [rose], 'CI 77492': [rose, plum] }
  const lines = draft.lines.map((line) => ({ ...line, productIds: products[line.name] ?? [] }))
  await saveFormula(admin, { familyId: id }, { ...draft, lines })
  expect(await names(rose)).toEqual(['Cera Alba', 'Glycerin', 'CI 77491', 'CI 77492', 'CI 77891'])
  expect((await findLabel(ctx.db, plum))?.entries.map(({ name, mayContain }) => [name, mayContain])).toEqual([
    ['Cera Alba', false],
    ['Glycerin', false],
    ['CI 77492', false],
    ['CI 77891', true],
  ])
  expect(await names(bare)).toEqual(['Cera Alba', 'Glycerin', 'CI 77891'])

  const stranger = await buildProduct(ctx)
  expect(
    await problem(
      saveFormula(
        admin,
        { familyId: id },
        {
          ...draft,
          lines: lines.map((line) => (line.mayContain ? { ...line, productIds: [stranger.id] } : line)),
        },
      ),
    ),
  ).toContain('products of this family')

  await saveFormula(admin, { productId: bare }, formulaOf('Paraffinum Liquidum'))
  expect(await names(bare)).toEqual(['Paraffinum Liquidum'])
  await removeProducts(admin, id, [rose])
  expect(await findLabel(ctx.db, rose)).toBeNull()
  expect(await names(rose)).toEqual(['Cera Alba', 'Glycerin', 'CI 77491', 'CI 77492', 'CI 77891'])
})

test('a colorant is listed by its number, also if it has another use', async ({ ctx }) => {
  const { save, names } = await withProduct(ctx)
  expect(await save('Titanium Dioxide 5%, Glycerin 2%')).toMatchObject({ unknown: [] })
  expect(await names()).toEqual(['Titanium Dioxide', 'Glycerin'])
  expect(await save('Glycerin, CI 77891')).toMatchObject({ unknown: [] })
  expect(await names()).toEqual(['Glycerin', 'CI 77891'])
})

test('a formula can apply from a later day', async ({ ctx }) => {
  const { names, save } = await withProduct(ctx)
  await save('Aqua')
  const validFrom = new Date(ctx.now.getTime() + 86_400_000)
  await save('Aqua, Panthenol', { validFrom })
  expect(await names()).toEqual(['Aqua'])
  expect(await applyPendingFormulas(ctx.db, ctx.now)).toBe(0)
  expect(await applyPendingFormulas(ctx.db, validFrom)).toBe(1)
  expect(await names()).toEqual(['Aqua', 'Panthenol'])
})

test('the formula is the only source of the ingredients, and isn’t rewritten', async ({ ctx }) => {
  const { admin, id, save, names } = await withProduct(ctx)
  await editProduct(admin, id, { ingredients: ['Typed'] })
  expect(await names()).toEqual(['Typed'])
  await save('Aqua')
  expect(await problem(editProduct(admin, id, { ingredients: ['Typed'] }))).toContain('formula')
  await editProduct(admin, id, { tagline: 'Something else' })
  expect(await names()).toEqual(['Aqua'])
  await expect(execute(ctx.db)`update formula_lines set name = 'Other'`).rejects.toThrow()
  await expect(execute(ctx.db)`update formulas set leave_on = not leave_on`).rejects.toThrow()
  await refreshLabels(ctx.db)
  expect(await names()).toEqual(['Aqua'])
})

test('what can’t be true is refused, with the name and the limit', async ({ ctx }) => {
  const { save } = await withProduct(ctx)
  expect(await problem(save('Aqua 101%'))).toContain('Aqua can’t be 101%')
  expect(await problem(save('Aqua 60%, Glycerin 70%'))).toContain('descending order')
  expect(await problem(save('Aqua 90%, Glycerin 10%, Niacinamide 5%'))).toContain('105%')
  expect(await problem(save(' '))).toContain('Enter the ingredients')
  const many = Array.from({ length: 501 }, (_, i) => `Substance ${i}`).join(', ')
  expect(await problem(save(many))).toContain('501')
  expect(await problem(save('a'.repeat(201)))).toContain('201 characters')
  expect(await problem(save('Aqua, Glycerin', { heroes: [{ name: 'Moon Dust', note: '' }] }))).toContain(
    'Moon Dust isn’t in the list',
  )
})
