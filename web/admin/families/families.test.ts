import { findMembers } from '#core/catalog/admin-products.server.ts'
import { EMPTY_MEMBER } from '#core/catalog/families/family.ts'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import type { Context } from '#core/context.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

const asAdmin = async (ctx: Context) => ({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) })

async function buildFamily(ctx: Context, name: string, shadeNames = ['Fig', 'Plum']) {
  const owner = await asAdmin(ctx)
  const { id } = await createFamily(owner, {
    draft: {
      name,
      brand: 'Maison Rosier',
      category: 'Makeup',
      tagline: 'Soft color.',
      description: 'Shared text.',
      benefits: [],
      howToUse: [],
      options: ['shade'],
    },
    members: shadeNames.map((shadeName) => ({ ...EMPTY_MEMBER, shadeName, price: 3800 })),
  })
  const members = () => findMembers(owner, id)
  const shades = async () => (await members()).map(({ shadeName }) => shadeName)
  return { id, path: `/admin/products/families/${id}`, members, shades }
}

const LINES = 'Products (one per line)'
const REMOVE = 'Remove from family'

test('a family is created with its first shades, and a refused one stays as it was typed', async ({
  admin,
}) => {
  const list = await (await admin.open('/admin/products')).follow('Families')
  const form = await list.follow('New family')
  const typed = {
    Name: 'Velvet Lipstick',
    [LINES]: 'Fig, 1, #8c3a4f\nPlum, 2, purple, x, y',
    'Price (USD)': '38',
  }
  const unread = await form.submit('Create family', typed)
  expect(unread.field(LINES)).toMatchObject({
    value: typed[LINES],
    description: expect.stringContaining('Line 2: Enter a name'),
  })
  const sameShade = await unread.submit('Create family', { [LINES]: 'Fig\n\nFIG' })
  expect(sameShade.field(LINES).description).toContain(
    'Line 3: Another product of this family is already FIG.',
  )
  const nameless = await sameShade.submit('Create family', { Name: ' ', [LINES]: 'Fig' })
  expect(nameless.field('Name')).toMatchObject({ description: expect.stringContaining('Enter a name.') })
  const empty = await nameless.submit('Create family', { Name: 'Velvet Lipstick', [LINES]: '' })
  expect(empty.field(LINES).description).toContain('Add at least one product.')
  const created = await empty.submit('Create family', { [LINES]: 'Fig, 1, #8c3a4f\nPlum' })
  expect(created.text).toContain('Family created')
  expect(created.heading).toBe('Velvet Lipstick')
  expect(created.field('Color of Velvet Lipstick, Fig').value).toBe('#8c3a4f')
  const results = await admin.open('/admin/products/families?q=velvet')
  expect(results.rows('Families')).toEqual([expect.stringContaining('2 products')])
})

test('products that are selected in the list become a family', async ({ ctx, admin }) => {
  const [small, large] = [
    await buildProduct(ctx, { name: 'Grouped Oil 30', sizeQuantity: 30, sizeUnit: 'ml' }),
    await buildProduct(ctx, { name: 'Grouped Oil 50' }),
  ]
  const list = await admin.open('/admin/products?q=Grouped+Oil')
  const form = await list.submit('Group into a family', {
    [`Select ${small.name}`]: true,
    [`Select ${large.name}`]: true,
  })
  expect(form.field('Size of Grouped Oil 30').value).toBe('30 ml')
  const typed = { Name: 'Grouped Oil', 'Option 1': 'size' }
  const refused = await form.submit('Create family', typed)
  expect(refused.field('Size of Grouped Oil 50')).toMatchObject({
    description: 'Enter the size.',
    isInvalid: true,
  })
  const unread = await refused.submit('Create family', { 'Size of Grouped Oil 50': 'large' })
  expect(unread.field('Size of Grouped Oil 50')).toMatchObject({
    value: 'large',
    description: expect.stringContaining('30 ml'),
  })
  const created = await unread.submit('Create family', { 'Size of Grouped Oil 50': '50 ml' })
  expect(created.field('Size of Grouped Oil, 50 ml').value).toBe('50 ml')
  const listed = await admin.open('/admin/products?q=Grouped+Oil')
  expect(listed.links('Grouped Oil')).toHaveLength(2)
})

test('the grid saves each product by itself, and refused cells stay as they were typed', async ({
  ctx,
  admin,
}) => {
  const { path, members } = await buildFamily(ctx, 'Grid Balm', ['Fig', 'Plum', 'Rose'])
  const saved = await (await admin.open(path)).submit('Save', {
    'Shade of Grid Balm, Fig': 'Coral',
    'Color of Grid Balm, Fig': 'FF7F50',
    'Size of Grid Balm, Fig': '3.5 g',
    'Price of Grid Balm, Fig': '$40',
    'SKU of Grid Balm, Fig': 'GRID-1',
    'Stock adjustment, 0 in stock of Grid Balm, Fig': '+7',
    'Shade of Grid Balm, Plum': 'rose',
    'Color of Grid Balm, Rose': 'red',
  })
  expect(saved.text).toContain('1 product saved')
  expect((await members())[0]).toMatchObject({
    name: 'Grid Balm, Coral',
    shadeColor: '#ff7f50',
    sizeQuantity: 3.5,
    price: 4000,
    sku: 'GRID-1',
    stock: 7,
  })
  expect(saved.field('Shade of Grid Balm, Plum')).toMatchObject({
    value: 'rose',
    description: expect.stringContaining('already has the same options'),
  })
  expect(saved.field('Color of Grid Balm, Rose')).toMatchObject({
    value: 'red',
    description: expect.stringContaining('#8c3a4f'),
  })
  const again = await saved.submit('Save', {
    'Shade of Grid Balm, Plum': 'Plum',
    'Color of Grid Balm, Rose': '#123456',
    'SKU of Grid Balm, Plum': 'GRID-1',
  })
  expect(again.field('SKU of Grid Balm, Plum').description).toContain('Another product has this SKU')
})

test('an edit of a product that someone else changed is reported in its row', async ({ ctx, admin }) => {
  const { path, members } = await buildFamily(ctx, 'Tab Balm')
  const [mine, theirs] = [await admin.open(path), await admin.open(path)]
  await theirs.submit('Save', { 'Price of Tab Balm, Fig': '41', 'SKU of Tab Balm, Fig': 'THEIRS' })
  const refused = await mine.submit('Save', {
    'Price of Tab Balm, Fig': '42',
    'Price of Tab Balm, Plum': '43',
  })
  expect(refused.text).toContain('Someone else just updated Tab Balm, Fig')
  expect((await members()).map(({ price }) => price)).toEqual([4100, 4300])
  expect(refused.field('SKU of Tab Balm, Fig').value).toBe('THEIRS')
  await refused.submit('Save')
  expect((await members())[0]).toMatchObject({ price: 4200, sku: 'THEIRS' })
})

test('shades are added in one step, with the price of the last product', async ({ ctx, admin }) => {
  const { path, members, shades } = await buildFamily(ctx, 'Many Balm')
  const page = await admin.open(path)
  const refused = await page.submit('Add products', { [LINES]: 'Coral\nRose, 2, red\n#123456' })
  expect(refused.field(LINES)).toMatchObject({
    value: 'Coral\nRose, 2, red\n#123456',
    description: expect.stringMatching(/Line 3: Enter/),
  })
  const taken = await refused.submit('Add products', { [LINES]: 'Coral\nplum' })
  expect(taken.field(LINES).description).toContain('Line 2: Another product of this family is already plum.')
  const tooMany = await taken.submit('Add products', { 'Empty rows to fill in above': '500' })
  expect(tooMany.field('Empty rows to fill in above').description).toBe('Enter a number up to 50.')
  const lines = Array.from({ length: 500 }, (_, index) => `Shade ${index}`).join('\n')
  const beyondLimit = await page.submit('Add products', { [LINES]: lines })
  expect(beyondLimit.field(LINES).description).toContain('up to 200')
  expect((await page.submit('Add products')).field(LINES).description).toContain('Enter at least one')
  expect(await shades()).toEqual(['Fig', 'Plum'])

  const added = await page.submit('Add products', {
    [LINES]: 'Coral\t1\t#ff7f50\nوردي 🌹',
    'Empty rows to fill in above': '2',
  })
  expect(added.text).toContain('Products added')
  expect(await shades()).toEqual(['Fig', 'Plum', 'Coral', 'وردي 🌹', 'New shade 1', 'New shade 2'])
  expect((await members()).at(-1)).toMatchObject({ price: 3800, status: 'draft', stock: 0 })
})

test('existing products join, and one that is in another family links to it', async ({ ctx, admin }) => {
  const { path, shades } = await buildFamily(ctx, 'Joined Balm')
  const other = await buildFamily(ctx, 'Other Joiner Balm', ['Ruby'])
  await buildProduct(ctx, { name: 'Loose Joiner' })
  const results = await (await admin.open(path)).submit('Find', {
    'Find products by name, SKU, or barcode': 'joiner',
  })
  expect(results.main).toContain('Other Joiner Balm, Ruby is already in the family')
  expect(results.links('Other Joiner Balm')[0]).toBe(other.path)
  const unchosen = await results.submit('Add to family')
  expect(unchosen.main).toContain('Choose at least one product.')
  const refused = await results.submit('Add to family', {
    'Loose Joiner': true,
    'Shade of Loose Joiner': 'FIG',
  })
  expect(refused.field('Shade of Loose Joiner')).toMatchObject({
    value: 'FIG',
    description: expect.stringContaining('already FIG'),
  })
  const joined = await results.submit('Add to family', {
    'Loose Joiner': true,
    'Shade of Loose Joiner': 'Nude',
  })
  expect(joined.text).toContain('Products added to the family')
  expect(await shades()).toEqual(['Fig', 'Plum', 'Nude'])
  const second = await results.submit('Add to family', {
    'Loose Joiner': true,
    'Shade of Loose Joiner': 'Tan',
  })
  expect(second.text).toContain('Joined Balm, Nude is already in this family.')
})

test('products leave a family, and the last one deletes it', async ({ ctx, admin }) => {
  const { id, path, shades } = await buildFamily(ctx, 'Split Balm')
  const other = await buildFamily(ctx, 'Other Split Balm')
  const page = await admin.open(path)
  expect((await page.submit(REMOVE)).main).toContain('Choose at least one product.')
  const removed = await page.submit(REMOVE, { 'Select Split Balm, Fig': true })
  expect(removed.text).toContain('Removed from the family')
  expect(await shades()).toEqual(['Plum'])
  const again = await page.submit(REMOVE, { 'Select Split Balm, Fig': true })
  expect(again.text).toContain('One of these products is no longer in this family')
  const [strange] = await other.members()
  const stolen = await admin.open(`${path}/removal`, new URLSearchParams({ id: strange?.id ?? '' }))
  expect(stolen.status).toBe(409)
  expect(await other.shades()).toEqual(['Fig', 'Plum'])
  const deleted = await removed.submit(REMOVE, { 'Select Split Balm, Plum': true })
  expect(deleted.path).toBe('/admin/products/families')
  expect(deleted.text).toContain('Family deleted')
  expect((await admin.open(path)).status).toBe(404)
  expect((await admin.open(`/admin/products/families/${id}/details`)).status).toBe(404)
  const late = await page.submit('Add products', { [LINES]: 'Coral' })
  expect(late.status).toBe(404)
})

test('products move up and down', async ({ ctx, admin }) => {
  const { path, shades } = await buildFamily(ctx, 'Moved Balm', ['A', 'B', 'C'])
  const page = await admin.open(path)
  await page.submit('Move Moved Balm, C up')
  expect(await shades()).toEqual(['A', 'C', 'B'])
  const moved = await (await admin.open(path)).submit('Move Moved Balm, A down')
  expect(moved.text).toContain('Order saved')
  expect(await shades()).toEqual(['C', 'A', 'B'])
})

test('the shared text is edited once for all products, and two tabs can’t overwrite each other', async ({
  ctx,
  admin,
}) => {
  const { path, members } = await buildFamily(ctx, 'Text Balm')
  const open = async () => (await admin.open(path)).follow('Details')
  const [mine, theirs] = [await open(), await open()]
  const saved = await theirs.submit('Save', {
    Name: 'Renamed Balm',
    'Benefits (one per line)': 'Soft\n\nWarm',
  })
  expect(saved.text).toContain('Family saved')
  expect(saved.field('Benefits (one per line)').value).toBe('Soft\nWarm')
  expect((await members())[0]?.name).toBe('Renamed Balm, Fig')
  const refused = await mine.submit('Save', { Tagline: 'Mine' })
  expect(refused.text).toContain('Someone else just updated this family')
  expect(refused.field('Tagline').value).toBe('Mine')
  const optionless = await saved.submit('Save', { 'Option 1': '' })
  expect(optionless.main).toContain('Choose at least one option.')
  const sizeless = await saved.submit('Save', { 'Option 1': 'size' })
  expect(sizeless.main.split('Enter the size. Products of this family differ by size.')).toHaveLength(3)
})

test('a product’s page shows the family’s name and text, and its own text overrides it', async ({
  ctx,
  admin,
}) => {
  const { path, members } = await buildFamily(ctx, 'Member Balm', ['Fig'])
  const [member] = await members()
  const page = await admin.open(`/admin/products/${member?.id}`)
  expect(page.links('Member Balm')).toContain(path)
  expect(page.field('Description')).toMatchObject({
    value: '',
    description: 'From the family',
    attributes: { placeholder: 'Shared text.' },
  })
  expect(() => page.field('Brand')).toThrow('no field Brand')
  const saved = await page.submit('Save', { Description: 'Own text.', SKU: 'MEMBER-1' })
  expect(saved.text).toContain('Product saved')
  expect(saved.field('Description').description).toBe('Instead of the family’s text')
  expect((await members())[0]).toMatchObject({ name: 'Member Balm, Fig', description: 'Own text.' })
  const results = await admin.open('/admin/find?q=member-1')
  expect(results.main).toContain('Member Balm, Fig')
  expect(results.main).toContain('MEMBER-1')
})

test('families are for administrators', async ({ ctx, customer, guest }) => {
  const { id, path, shades } = await buildFamily(ctx, 'Private Balm')
  for (const visitor of [customer, guest]) {
    for (const page of ['/admin/products/families', '/admin/products/families/new', path, `${path}/details`])
      expect((await visitor.open(page)).heading).not.toContain('Balm')
    for (const form of ['grid', 'shades', 'products', 'removal', 'order', 'details']) {
      const refused = await visitor.open(`${path}/${form}`, new URLSearchParams({ lines: 'Coral', id }))
      expect(refused.path).not.toContain('families')
    }
  }
  expect(await shades()).toEqual(['Fig', 'Plum'])
})
