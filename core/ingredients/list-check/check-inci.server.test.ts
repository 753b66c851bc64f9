import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { createSubstance } from '../manage-substances.server.ts'
import { BUILT_IN_SUBSTANCES } from '../substances/built-in-substances.ts'
import { syncSubstances } from '../sync-substances.server.ts'
import { checkInciList } from './check-inci.server.ts'
import { describePercentages } from './describe-percentages.ts'

test('names are found, also those that the owner added, and unknown ones have a suggestion', async ({
  ctx,
}) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const staff = await asAdmin(ctx)
  await createSubstance(staff, { name: 'Moon Dust' })
  const { entries } = await checkInciList(staff, 'Aqua/Water, Moon Dust, Glicerin, Aqu\u0430, Xyzzy Plugh*')
  expect(entries.map(({ name, substance, suggestion }) => [name, substance?.name, suggestion])).toEqual([
    ['Aqua/Water', 'Aqua', null],
    ['Moon Dust', 'Moon Dust', null],
    ['Glicerin', undefined, { id: expect.any(String), name: 'Glycerin', lookAlikes: [] }],
    ['Aqu\u0430', undefined, { id: expect.any(String), name: 'Aqua', lookAlikes: ['\u0430'] }],
    ['Xyzzy Plugh', undefined, null],
  ])
})

test('a list that is too long or has no names is refused', async ({ ctx }) => {
  const staff = await asAdmin(ctx)
  const refusalOf = (text: string) => checkInciList(staff, text).catch((error: Error) => error.message)
  expect(await refusalOf('A'.repeat(20_001))).toBe(
    'The list has 20,001 characters. Check at most 20,000 at once.',
  )
  expect(await refusalOf('A, '.repeat(501))).toBe('The list has 501 names. Check at most 500 at once.')
  expect(await refusalOf(' , ')).toBe('Paste an ingredient list, such as “Aqua, Glycerin”.')
})

test('a customer can’t check lists', async ({ ctx }) => {
  await expect(checkInciList(ctx, 'Aqua')).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('percentages out of order, or above 100 in all, are noted', () => {
  const entry = (name: string, percent: number | null, mayContain = false) => ({ name, percent, mayContain })
  expect(describePercentages([entry('A', 60), entry('B', null), entry('C', 0.5), entry('D', 0.8)])).toEqual(
    [],
  )
  expect(describePercentages([entry('A', 60), entry('B', 70), entry('C', 90, true)])).toEqual([
    'B (70%) comes after A (60%). Ingredients above 1% stand in descending order.',
    'The percentages add up to 130%, which is more than 100%. Check them.',
  ])
  expect(describePercentages([entry('A', 33.3), entry('B', 33.3), entry('C', 33.4)])).toHaveLength(1)
})
