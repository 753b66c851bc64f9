import { TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/page-test.ts'

test('an owner enters a formula, previews it, and sees its list in the store', async ({
  admin,
  guest,
  ctx,
}) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const { id, slug } = await buildProduct(ctx, { name: 'Petal Cream', ingredients: ['Water', 'Glycerol'] })
  const form = await (await admin.open(`/admin/products/${id}`)).follow('Formula')
  // The list that was typed before is where it begins.
  expect(form.field('Ingredients').value).toBe('Water, Glycerol')
  const typed = { Ingredients: 'Aqua 70%, Niacinamide 4%, Moon Dust 2%', 'Hero 1': 'Niacinamide' }
  const preview = await form.submit('Preview', typed)
  expect(preview.text).toContain('Not in the dictionary')
  expect(preview.field('Ingredients').value).toBe(typed.Ingredients)
  const refused = await preview.submit('Save formula', { Ingredients: 'Aqua 60%, Niacinamide 104%' })
  expect(refused.field('Ingredients')).toMatchObject({
    value: 'Aqua 60%, Niacinamide 104%',
    description: expect.stringContaining('Niacinamide can’t be 104%'),
  })
  const saved = await refused.submit('Save formula', { Ingredients: 'Aqua 70%, Niacinamide 4%, Parfum' })
  expect(saved.text).toContain('Formula saved')
  expect((await form.submit('Save formula', typed)).text).toContain('Someone else just saved a version')

  const page = await guest.open(`/product/${slug}`)
  expect(page.text).toMatch(/Aqua ?, Niacinamide ?, Parfum/)
  expect(page.text).toContain('No. 2 in the list')
  expect(page.text).toContain('Fragrance: Parfum.')
  expect(page.html).toContain('"name":"Ingredients","value":"Aqua, Niacinamide, Parfum"')
  expect((await guest.open('/categories?with=niacinamide')).text).toContain('Petal Cream')
  expect((await guest.open('/categories?without=fragrance')).text).not.toContain('Petal Cream')

  const edited = await (await admin.open(`/admin/products/${id}`)).submit('Save', { Tagline: 'Soft' })
  expect(edited.text).toContain('The ingredients come from the formula')
})

test('each shade of a family has its own colorants', async ({ admin, guest, ctx }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const { id, products } = await buildFamily(ctx, {
    name: 'Petal Veil',
    members: [{ shadeName: 'Rose' }, { shadeName: 'Plum' }],
  })
  const form = await (await admin.open(`/admin/products/families/${id}`)).follow('Formula')
  const typed = {
    Ingredients: 'Glycerin',
    'May contain': 'CI 77491, CI 77891',
    'Petal Veil, Rose': 'CI 77491, CI 77492',
  }
  const refused = await form.submit('Save formula', typed)
  expect(refused.field('Petal Veil, Rose').description).toContain('CI 77492 isn’t among the colorants')
  await refused.submit('Save formula', { 'Petal Veil, Rose': 'CI 77491' })
  const [rose, plum] = products
  expect((await guest.open(`/product/${rose?.slug}`)).text).toMatch(/Glycerin ?, CI 77491/)
  expect((await guest.open(`/product/${plum?.slug}`)).text).not.toContain('CI 77491')
})

test('a search that only excludes leads to the list', async ({ guest, ctx }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  expect((await guest.open('/search?q=without+fragrance')).path).toBe('/categories?without=fragrance')
  const results = await guest.open('/search?q=cream+without+silicones')
  expect(results.text).toContain('Only products that are known to be without silicones.')
})

test('coverage lists unknown names, missing formulas, and shades without a color; a label can be printed', async ({
  admin,
  ctx,
}) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const { id } = await buildProduct(ctx, { name: 'Covered Cream' })
  await buildProduct(ctx, { name: 'Bare Cream' })
  await buildFamily(ctx, { name: 'Pale Tint', members: [{ shadeName: 'Pale', shadeColor: null }] })
  const form = await admin.open(`/admin/products/${id}/formula`)
  await form.submit('Save formula', { Ingredients: 'Aqua, Glycerin, Sun Dust' })
  const coverage = await (await admin.open('/admin/products/ingredients')).follow('Coverage')
  expect(coverage.text).toContain('Sun Dust, in 1 product')
  expect(coverage.text).toMatch(/Glycerin ?, in \d product/)
  expect(coverage.text).toContain('Bare Cream')
  expect(coverage.text).toContain('Pale Tint')
  const label = await (await admin.open(`/admin/products/${id}/formula`)).follow('Print label')
  expect(label.text).toContain('Ingredients: Aqua, Glycerin, Sun Dust.')
  expect((await admin.open('/admin/products/prd_00000000000000000000/label')).status).toBe(404)
})
