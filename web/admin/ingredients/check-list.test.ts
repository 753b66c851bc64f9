import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { expect, test } from '#test/page-test.ts'

const LIST =
  'Ingredients: Water, Glicerin 5%, Linalool*, Niacinamide 7%, Moon Dust. *from oils. May contain: CI 77491'

test('a list is compared with the dictionary, and stays in the form', async ({ admin, ctx }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const form = await (await admin.open('/admin/products/ingredients')).follow('Check a list')
  expect(form.text).toContain('Nothing is saved.')
  const checked = await form.submit('Check list', { 'Ingredient list': LIST })
  expect(checked.field('Ingredient list').value).toBe(LIST)
  for (const text of [
    'Glicerin: did you mean Glycerin',
    'Niacinamide (7%) comes after Glicerin (5%).',
    'Linalool : a fragrance allergen, named on the label above 0.001% in leave-on and 0.01% in rinse-off products: European Union (since July 11, 2013), Great Britain',
    'from oils',
  ])
    expect(checked.text).toContain(text)
  expect(checked.text.indexOf('Not in the dictionary')).toBeLessThan(
    checked.text.indexOf('Ingredients in order'),
  )
  expect(checked.text.indexOf('CI 77491')).toBeGreaterThan(checked.text.indexOf('May contain'))

  const created = await checked.follow('Add Moon Dust')
  expect(created.field('INCI name').value).toBe('Moon Dust')
})

test('a list that is too long is refused, and stays in the form', async ({ admin }) => {
  const form = await admin.open('/admin/products/ingredients/check')
  const text = 'A, '.repeat(501)
  const refused = await form.submit('Check list', { 'Ingredient list': text })
  expect(refused.field('Ingredient list')).toMatchObject({
    value: text,
    description: expect.stringContaining('The list has 501 names. Check at most 500 at once.'),
  })
})
