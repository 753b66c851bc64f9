import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import {
  createSubstance,
  deleteSubstance,
  editSubstance,
  findAdminSubstance,
  resetSubstance,
} from './manage-substances.server.ts'
import { BUILT_IN_SUBSTANCES } from './substances/built-in-substances.ts'
import { listSubstances } from './substances.server.ts'
import { syncSubstances } from './sync-substances.server.ts'

const DICTIONARY = BUILT_IN_SUBSTANCES.filter(
  ({ name, facts }) => facts.length || ['Aqua', 'Glycerin', 'Butyrospermum Parkii Butter'].includes(name),
)

async function withDictionary(ctx: Context) {
  await syncSubstances(ctx.db, DICTIONARY)
  const admin = await asAdmin(ctx)
  const find = async (name: string) => {
    const { rows } = await listSubstances(ctx, { search: name, limit: 100 })
    const match = rows.find((row) => row.name === name)
    if (!match) throw new Error(`${name} isn't listed`)
    return match
  }
  return { admin, find }
}

test('it is searched by INCI name, synonym, and CAS number, however they are written', async ({ ctx }) => {
  const { find: _ } = await withDictionary(ctx)
  for (const search of ['BUTYROSPERMUM parkii (Shea) butter', 'shea  butter'])
    expect((await listSubstances(ctx, { search })).rows.map(({ name }) => name)).toEqual([
      'Butyrospermum Parkii Butter',
    ])
  expect((await listSubstances(ctx, { search: '56-81-5' })).rows.map(({ name }) => name)).toEqual([
    'Glycerin',
  ])
  expect((await listSubstances(ctx, { search: '***' })).rows).toEqual([])
})

test('filters show allergens, the owner’s, and changed ones, page by page', async ({ ctx }) => {
  const { admin, find } = await withDictionary(ctx)
  const own = await createSubstance(admin, { name: 'Moon Dust' })
  const { id } = await find('Glycerin')
  await editSubstance(admin, id, { description: 'Ours.' })
  const ids = async (filter: string) => (await listSubstances(ctx, { filter })).rows.map((row) => row.id)
  expect(await ids('yours')).toEqual([own.id])
  expect(await ids('changed')).toEqual([id])
  const first = await listSubstances(ctx, { filter: 'allergens', limit: 100 })
  const second = await listSubstances(ctx, { filter: 'allergens', limit: 100, cursor: first.next ?? '' })
  expect(first.rows).toHaveLength(100)
  expect([...first.rows, ...second.rows]).toHaveLength(
    BUILT_IN_SUBSTANCES.filter(({ facts }) => facts.some(({ kind }) => kind === 'fragrance_allergen')).length,
  )
})

test('a built-in ingredient is changed and reset, but not renamed or deleted', async ({ ctx }) => {
  const { admin, find } = await withDictionary(ctx)
  const { id, edition } = await find('Glycerin')
  const changed = await editSubstance(admin, id, { edition, synonyms: ['Sweet Water'], cas: ['56-81-5'] })
  expect(changed).toMatchObject({ synonyms: ['Sweet Water'], changed: ['synonyms'] })
  expect((await listSubstances(ctx, { search: 'glycerol' })).rows.map(({ name }) => name)).not.toContain(
    'Glycerin',
  )
  const reset = await resetSubstance(admin, id, changed.edition)
  expect(reset).toMatchObject({ synonyms: ['Glycerol', 'Glycerine'], changed: [] })
  await expect(editSubstance(admin, id, { name: 'Glycerine X' })).rejects.toMatchObject({
    fields: { name: expect.any(String) },
  })
  await expect(editSubstance(admin, id, { labeledAs: 'Pinene' })).rejects.toMatchObject({
    fields: { labeledAs: expect.any(String) },
  })
  await expect(deleteSubstance(admin, id)).rejects.toMatchObject({ code: 'conflict' })
  expect(
    await queryColumn(ctx.db, z.string())`
    select action from audit_entries where subject = ${id} order by at, action`,
  ).toHaveLength(2)
})

test('an ingredient of the owner is created, changed, and deleted, but not reset', async ({ ctx }) => {
  const { admin } = await withDictionary(ctx)
  const { id, edition } = await createSubstance(admin, {
    ...{ name: ' Moon Dust ', synonyms: ['Luna', ''], cas: ['7732-18-5'], functions: ['bulking'] },
    ...{ origins: ['mineral'], traits: ['silicone'], description: 'Shines.' },
  })
  expect(await findAdminSubstance(admin, id)).toMatchObject({
    ...{ name: 'Moon Dust', synonyms: ['Luna'], isBuiltIn: false, changed: [], facts: [] },
  })
  await editSubstance(admin, id, { edition, name: 'Moon Powder' })
  await expect(editSubstance(admin, id, { edition, name: 'Other' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(resetSubstance(admin, id)).rejects.toMatchObject({ code: 'conflict' })
  await deleteSubstance(admin, id)
  await expect(findAdminSubstance(admin, id)).rejects.toMatchObject({ code: 'not_found' })
})

for (const [title, draft, field, message] of [
  ['an empty name', { name: '' }, 'name', /INCI name/],
  ['a name of signs', { name: '***' }, 'name', /letters or digits/],
  ['a name in use', { name: 'GLYCERIN (vegetable)' }, 'name', /Glycerin has this name/],
  ['a synonym in use as a name', { name: 'Shea butter' }, 'name', /Butyrospermum Parkii Butter/],
  [
    'a synonym of another',
    { name: 'Moon', synonyms: ['Luna', 'Eau'] },
    'synonyms',
    /“Eau” is a name of Aqua/,
  ],
  ['a wrong CAS number', { name: 'Moon', cas: ['56-81-6'] }, 'cas', /“56-81-6” isn’t a CAS number/],
  ['a wrong EC number', { name: 'Moon', ec: ['200-289-4'] }, 'ec', /“200-289-4” isn’t an EC number/],
  ['an unknown label', { name: 'Moon', labeledAs: 'Glycerin' }, 'labeledAs', /“Glycerin” isn’t a name/],
  ['an unknown function', { name: 'Moon', functions: ['magic'] }, 'functions', /./],
] as const)
  test(`${title} is refused`, async ({ ctx }) => {
    const { admin } = await withDictionary(ctx)
    await expect(createSubstance(admin, draft)).rejects.toMatchObject({
      fields: { [field]: expect.stringMatching(message) },
    })
    expect((await listSubstances(ctx, { filter: 'yours' })).rows).toEqual([])
  })

test('customers change nothing', async ({ ctx }) => {
  await expect(createSubstance(ctx, { name: 'Moon' })).rejects.toMatchObject({ code: 'unauthenticated' })
})
