import fc from 'fast-check'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { formulaOf, TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { listSubstancesById } from '#core/ingredients/substances.server.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { eraseAccount } from '#core/privacy/erase-person.server.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { deleteAvoidList, readAvoidList, saveAvoidList } from './avoid-list.server.ts'
import { type AvoidMarks, markProduct } from './avoid-list.ts'
import { findTypedNames, listIngredientNames } from './ingredient-names.server.ts'
import { readProductIngredients } from './product-ingredients.server.ts'

async function withDictionary(ctx: Context) {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const names = new Map((await listIngredientNames(ctx)).map(({ id, name }) => [name, id]))
  const idOf = (name: string) => names.get(name) ?? ''
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  return { names, idOf, customer, admin: await asAdmin(ctx) }
}

const agreed = { consent: true }

test('a list is stored only after the customer has agreed, once', async ({ ctx }) => {
  const { customer, idOf } = await withDictionary(ctx)
  const list = { groups: ['fragrance' as const], ingredients: [idOf('Linalool'), idOf('Glycerin')] }
  await expect(saveAvoidList(customer, list)).rejects.toThrow('Please agree first')
  expect(await readAvoidList(customer)).toBeNull()
  await saveAvoidList(customer, list, agreed)
  expect(await readAvoidList(customer)).toMatchObject({
    groups: ['fragrance'],
    ingredients: [{ name: 'Glycerin' }, { name: 'Linalool' }],
    consentedAt: ctx.now,
  })
  await saveAvoidList(customer, { groups: [], ingredients: [idOf('Aqua')] })
  expect(await readAvoidList(customer)).toMatchObject({ groups: [], ingredients: [{ name: 'Aqua' }] })
})

test('deleting the list withdraws the consent', async ({ ctx }) => {
  const { customer, idOf } = await withDictionary(ctx)
  await saveAvoidList(customer, { groups: [], ingredients: [idOf('Aqua')] }, agreed)
  await deleteAvoidList(customer)
  expect(await readAvoidList(customer)).toBeNull()
  expect(await execute(ctx.db)`select from avoid_list_ingredients`).toBe(0)
  await expect(saveAvoidList(customer, { groups: [], ingredients: [] })).rejects.toThrow('Please agree first')
})

test('the list is the customer’s own, and is deleted with the account', async ({ ctx }) => {
  const { customer, idOf } = await withDictionary(ctx)
  await saveAvoidList(customer, { groups: ['parabens'], ingredients: [idOf('Aqua')] }, agreed)
  expect(await readAvoidList({ ...ctx, actor: await buildActor(ctx.db) })).toBeNull()
  await expect(readAvoidList(ctx)).rejects.toThrow()
  await eraseAccount(ctx.db, customer.actor)
  expect(await execute(ctx.db)`select from avoid_lists`).toBe(0)
})

test('what isn’t in the dictionary is refused, and nothing is saved', async ({ ctx }) => {
  const { customer, idOf } = await withDictionary(ctx)
  const unknown = { groups: [], ingredients: [idOf('Aqua'), newId('ingredient')] }
  await expect(saveAvoidList(customer, unknown, agreed)).rejects.toThrow('Choose ingredients')
  expect(await readAvoidList(customer)).toBeNull()
})

test('two tabs that agree at once save one list', async ({ ctx }) => {
  const { customer, idOf } = await withDictionary(ctx)
  const save = (name: string) => saveAvoidList(customer, { groups: [], ingredients: [idOf(name)] }, agreed)
  await Promise.all([save('Aqua'), save('Glycerin')])
  expect((await readAvoidList(customer))?.ingredients).toHaveLength(1)
})

test('typed names may be synonyms, and an unknown one has a suggestion', async ({ ctx }) => {
  const { idOf } = await withDictionary(ctx)
  expect(await findTypedNames(ctx, 'water, GLYCERINE')).toEqual({
    ids: [idOf('Aqua'), idOf('Glycerin')],
    problem: undefined,
  })
  expect((await findTypedNames(ctx, 'Linalol')).problem).toBe(
    'We don’t know an ingredient “Linalol”. Did you mean Linalool?',
  )
  expect(await findTypedNames(ctx, ' ,')).toEqual({ ids: [], problem: undefined })
})

test('only published products have ingredients, and those without a formula aren’t complete', async ({
  ctx,
}) => {
  const { id } = await buildProduct(ctx)
  const { id: draft } = await buildProduct(ctx, { status: 'draft' })
  expect(await readProductIngredients(ctx, [id, draft, 'anything'])).toEqual([
    { id, contains: [], mayContain: [], traces: [], differs: [], isComplete: false },
  ])
})

test('a shade has its own colorants, and its family differs in them', async ({ ctx }) => {
  const { idOf, admin } = await withDictionary(ctx)
  const shades = ['Rose', 'Fig'].map((shadeName) => ({ shadeName }))
  const { id: familyId, ids } = await buildFamily(ctx, { members: shades })
  const draft = formulaOf('Dimethicone 90%, CI 77891, +/- CI 77491')
  const [rose = '', fig = ''] = ids
  for (const line of draft.lines) if (line.name === 'CI 77491') line.productIds = [rose]
  await saveFormula(admin, { familyId }, draft)
  const [first, second] = await readProductIngredients(ctx, [rose, fig])
  const red = idOf('CI 77491')
  expect(first?.contains).toContain(red)
  expect(second?.contains).not.toContain(red)
  expect([first?.differs, second?.differs]).toEqual([[red], [red]])
  const avoid = { groups: ['silicones' as const], ingredients: [{ id: red, name: 'CI 77491' }] }
  expect(second && markProduct(avoid, second, true)).toMatchObject({
    contains: ['silicones'],
    someContain: ['CI 77491'],
  })
})

const Label = z.strictObject({ substances: z.array(z.string()), traces: z.array(z.string()) })

test('a product is marked if and only if its label or its traces have something of the expanded list', async ({
  ctx,
}) => {
  const { names, admin } = await withDictionary(ctx)
  const { id: productId } = await buildProduct(ctx)
  const known = [...names.keys()]
  const formulas = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...known),
      percent: fc.constantFrom(null, 0.0005, 0.01, 0.5, 1),
      mayContain: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12, selector: ({ name }) => name },
  )
  const lists = fc.record({
    groups: fc.uniqueArray(fc.constantFrom(...GROUP_NAMES), { maxLength: 3 }),
    ingredients: fc.uniqueArray(fc.constantFrom(...known), { maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(formulas, lists, async (lines, { groups, ingredients }) => {
      const draft = formulaOf('Aqua')
      draft.lines.push(
        ...lines
          .filter(({ name }) => name !== 'Aqua')
          .map((line) => ({ ...line, isNano: false, productIds: [] })),
      )
      await saveFormula(admin, { productId }, draft)
      const [label = { substances: [], traces: [] }] = await query(ctx.db, Label)`
        select substances, traces from product_labels where product_id = ${productId}`
      const [product] = await readProductIngredients(ctx, [productId])
      if (!product) throw new Error('The product is published')
      const list = {
        groups,
        ingredients: ingredients.map((name) => ({ id: names.get(name) ?? '', name })),
      }
      const expanded = await expandList(ctx, list)
      const marks = markProduct(list, product)
      const count = (...kinds: (keyof AvoidMarks)[]) => kinds.flatMap((kind) => marks[kind]).length
      const isOnLabel = label.substances.some((id) => expanded.has(id))
      const isTrace = label.traces.some((id) => expanded.has(id))
      expect(count('contains', 'mayContain') > 0).toBe(isOnLabel)
      expect(count('contains', 'mayContain', 'traces') > 0).toBe(isOnLabel || isTrace)
    }),
    { numRuns: 60 },
  )
})

/** The substances of the list, and those of its groups. */
async function expandList(
  ctx: Context,
  list: { groups: (typeof GROUP_NAMES)[number][]; ingredients: { id: string }[] },
): Promise<Set<string>> {
  const ids = await queryColumn(ctx.db, z.string())`select id from substances`
  const members = (await listSubstancesById(ctx.db, ids)).filter((substance) => {
    const grouped = {
      ...substance,
      isAllergen: substance.facts.some(({ kind }) => kind === 'fragrance_allergen'),
    }
    return list.groups.some((group) => INGREDIENT_GROUPS[group].membership(grouped) === 'yes')
  })
  return new Set([...list.ingredients, ...members].map(({ id }) => id))
}
