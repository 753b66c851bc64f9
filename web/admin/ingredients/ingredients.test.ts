import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { expect, test } from '#test/page-test.ts'

const SYNONYMS = 'Synonyms (one per line)'

test('a built-in ingredient is found by a synonym, changed, and reset', async ({ admin, ctx }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const list = await (await admin.open('/admin/products')).follow('Ingredients')
  const results = await list.submit('Search', { 'Search by name or CAS number': 'shea butter' })
  const details = await results.follow('Butyrospermum Parkii Butter')
  expect(details.field(SYNONYMS).value).toBe('Shea Butter')
  const refused = await details.submit('Save', { [SYNONYMS]: 'Shea Butter\nWater', Description: 'Rich.' })
  expect(refused.field(SYNONYMS)).toMatchObject({
    value: 'Shea Butter\nWater',
    description: expect.stringContaining('“Water” is a name of Aqua. Remove it here.'),
  })
  const saved = await refused.submit('Save', { [SYNONYMS]: 'Karité', Silicone: true })
  expect(saved.text).toContain('Ingredient saved')

  const changed = await (await admin.open('/admin/products/ingredients?show=changed')).follow(
    'Butyrospermum Parkii Butter',
  )
  expect(changed.text).toContain('You changed description, synonyms, groups, which updates leave alone.')
  expect([changed.field('Description').value, changed.field(SYNONYMS).value]).toEqual(['Rich.', 'Karité'])
  expect((await details.submit('Save', { Description: 'Old.' })).text).toContain(
    'Someone else just updated this ingredient',
  )
  const reset = await changed.submit('Reset Butyrospermum Parkii Butter')
  expect(reset.text).toContain('Changes reset')
  expect((await admin.open('/admin/products/ingredients?show=changed')).text).toContain(
    'No ingredients match.',
  )
})

test('an allergen’s rules name their authority and date', async ({ admin, ctx }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const list = await admin.open('/admin/products/ingredients?show=allergens&q=lavender+oil')
  const details = await list.follow('Lavandula Angustifolia Oil')
  expect(details.text).toContain(
    'a fragrance allergen, named Lavandula Oil/Extract on the label above 0.001% in leave-on and 0.01% in rinse-off products.',
  )
  expect(details.text).toContain('European Union, since August 1, 2026')
  expect(details.text).toContain('Annex III, entry 360, as amended by Regulation (EU) 2023/1545')
})

test('an ingredient of the owner is created, corrected, and deleted', async ({ admin, ctx }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const form = await (await admin.open('/admin/products/ingredients')).follow('New ingredient')
  const typed = { 'INCI name': 'Moon Dust', 'CAS numbers (one per line)': '1-2-3', Bulking: true }
  const refused = await form.submit('Create ingredient', { ...typed, 'Fragrance allergen': 'Pinene' })
  expect(refused.field('CAS numbers (one per line)').description).toContain('“1-2-3” isn’t a CAS number')
  const created = await refused.submit('Create ingredient', { 'CAS numbers (one per line)': '' })
  expect(created.text).toContain('Ingredient created')

  const details = await (await admin.open('/admin/products/ingredients?show=yours')).follow('Moon Dust')
  expect(details.text).toContain('named Pinene on the label')
  expect((await details.submit('Delete Moon Dust')).text).toContain('Ingredient deleted')
  expect((await admin.open('/admin/products/ingredients?show=yours')).text).toContain('No ingredients match.')
})
