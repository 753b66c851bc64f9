import { expect, test } from '#test/page-test.ts'

const LINES = 'Products (one per line)'

test('a candle brand’s family differs by scent and size, and an option is renamed, shown as a list, and removed', async ({
  admin,
}) => {
  const form = await admin.open('/admin/products/families/new')
  const typed = { Name: 'Admin Candle', Category: 'Fragrance', 'Option 1': 'other', 'Price (USD)': '40' }
  const nameless = await form.submit('Create family', { ...typed, [LINES]: 'Fig, 8 oz' })
  expect(nameless.field('Name of option 1')).toMatchObject({
    description: expect.stringContaining('Enter a name, such as Scent.'),
    isInvalid: true,
  })
  const twice = await nameless.submit('Create family', {
    ...{ 'Name of option 1': 'Size', 'Option 2': 'size' },
  })
  expect(twice.field('Name of option 2').description).toContain('Another option has this name.')
  const tooMany = await twice.submit('Create family', {
    ...{ 'Name of option 1': 'Scent', [LINES]: 'Fig, 8 oz\nCedar, Oak, 8 oz' },
  })
  expect(tooMany.field(LINES).description).toContain('Line 2: Enter at most 1 value')
  const created = await tooMany.submit('Create family', {
    [LINES]: 'Fig, 8 oz\nCedar, 8 oz\nCedar, 12 oz, $52',
  })
  expect(created.field('Scent of Admin Candle, Cedar, 12 oz').value).toBe('Cedar')
  expect(created.main).not.toContain('Finish')
  const added = await created.submit('Add products', { [LINES]: 'Rose 🌹' })
  expect(added.text).toContain('Products added')
  expect(added.field('Scent of Admin Candle, Rose 🌹, 12 oz').value).toBe('Rose 🌹')
  const details = await added.follow('Details')
  const renamed = await details.submit('Save', {
    ...{ 'Name of option 1': 'Aroma', 'Option 1 is shown as': 'list' },
  })
  expect(renamed.text).toContain('Family saved')
  expect(renamed.field('Name of option 1').value).toBe('Aroma')
  const colliding = await renamed.submit('Save', { 'Option 1': '' })
  expect(colliding.main).toContain('Another product of this family already has the same options.')
  const replaced = await renamed.submit('Save', {
    ...{ 'Option 1': '', 'Option 3': 'other', 'Name of option 3': 'Kit', 'Option 2': 'size' },
  })
  expect(replaced.main).toContain('Another product of this family already has the same options.')
})
