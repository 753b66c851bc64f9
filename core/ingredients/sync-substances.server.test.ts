import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { createSubstance, editSubstance, findAdminSubstance } from './manage-substances.server.ts'
import type { Substance } from './substance.ts'
import { buildSubstances } from './substances/build-substances.ts'
import { BUILT_IN_SUBSTANCES } from './substances/built-in-substances.ts'
import { listSubstances } from './substances.server.ts'
import { syncSubstances } from './sync-substances.server.ts'

const substance = (name: string, change: Partial<Substance> = {}): Substance =>
  ({
    ...buildSubstances({ functions: ['emollient'] }, [[name]])[0],
    ...change,
  }) as Substance

const named = async (ctx: Parameters<typeof listSubstances>[0], search: string) =>
  (await listSubstances(ctx, { search })).rows

test('the whole dictionary is written once', async ({ ctx }) => {
  expect(await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)).toBe(BUILT_IN_SUBSTANCES.length)
  expect(await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)).toBe(0)
  const [glycerin] = await named(ctx, 'Glycerol')
  expect(glycerin).toMatchObject({
    name: 'Glycerin',
    isBuiltIn: true,
    cas: ['56-81-5'],
    changed: [],
    edition: 1,
  })
  const names = BUILT_IN_SUBSTANCES.reduce((sum, { synonyms }) => sum + 1 + synonyms.length, 0)
  expect(await queryColumn(ctx.db, z.int())`select count(*)::int from substance_names`).toEqual([names])
})

test('processes that start at once write it once', async ({ ctx }) => {
  const substances = [substance('One'), substance('Two')]
  const written = await Promise.all([1, 2, 3].map(() => syncSubstances(ctx.db, substances)))
  expect(written.sort()).toEqual([0, 0, 2])
})

test('a release changes its own values, and not those that the owner changed', async ({ ctx }) => {
  await syncSubstances(ctx.db, [substance('Oil', { description: 'Soft.' })])
  const admin = await asAdmin(ctx)
  const [oil] = await named(ctx, 'oil')
  await editSubstance(admin, oil?.id ?? '', { description: 'Ours.' })
  await syncSubstances(ctx.db, [substance('Oil', { description: 'Softer.', synonyms: ['Grease'] })])
  expect(await named(ctx, 'grease')).toMatchObject([
    { id: oil?.id, name: 'Oil', description: 'Ours.', synonyms: ['Grease'], changed: ['description'] },
  ])
})

test('what the owner added before a release did keeps their values', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const own = await createSubstance(admin, {
    name: 'NEW  oil',
    synonyms: ['Novel'],
    functions: ['emollient'],
  })
  await syncSubstances(ctx.db, [substance('New Oil', { description: 'Soft.', cas: ['56-81-5'] })])
  const adopted = await findAdminSubstance(admin, own.id)
  expect(adopted).toMatchObject({ name: 'New Oil', isBuiltIn: true, synonyms: ['Novel'], cas: [] })
  expect(adopted.changed).not.toContain('functions')
  expect(
    await syncSubstances(ctx.db, [substance('New Oil', { description: 'Soft.', cas: ['56-81-5'] })]),
  ).toBe(0)
})

test('a name that the owner uses as a synonym stays theirs', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const own = await createSubstance(admin, { name: 'Own Oil', synonyms: ['Rare Oil'] })
  await syncSubstances(ctx.db, [substance('Rare Oil')])
  expect(
    await queryColumn(ctx.db, z.string())`
    select substance_id from substance_names where name = 'rare oil'`,
  ).toEqual([own.id])
  expect(await named(ctx, 'rare oil')).toHaveLength(2)
})

test('what a release drops becomes the owner’s', async ({ ctx }) => {
  await syncSubstances(ctx.db, [substance('Old Oil', { description: 'Soft.' }), substance('Oil')])
  expect(await syncSubstances(ctx.db, [substance('Oil')])).toBe(1)
  expect(await named(ctx, 'old oil')).toMatchObject([
    { name: 'Old Oil', isBuiltIn: false, description: 'Soft.' },
  ])
  expect(await syncSubstances(ctx.db, [substance('Oil')])).toBe(0)
})

test('the facts of an allergen apply to what the owner labels as it', async ({ ctx }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const admin = await asAdmin(ctx)
  const { id, facts } = await createSubstance(admin, { name: 'Delta-Pinene', labeledAs: 'Pinene' })
  expect(facts.map(({ jurisdiction, since }) => [jurisdiction, since])).toEqual([
    ['EU', '2026-08-01'],
    ['CA', '2026-08-01'],
  ])
  await execute(ctx.db)`update substances set facts = '[]' where name = 'Pinene' or id = ${id}`
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  expect((await findAdminSubstance(admin, id)).facts).toEqual(facts)
})
