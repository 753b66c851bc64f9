import { findContent } from '#core/content/admin-content.server.ts'
import type { HomeFields } from '#core/content/content.ts'
import { HOME_ID } from '#core/content/content-path.ts'
import { HOME } from '#core/content/defaults/home.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { saveDraft } from '#core/content/save-content.server.ts'
import type { Context } from '#core/context.ts'
import { asAdmin } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { findLandmark, textsOf } from '#test/landmarks.ts'
import { expect, test } from '#test/page-test.ts'
import type { PlainBrowser } from '#test/plain-browser.ts'

test('sections are in the owner’s order', async ({ ctx, admin, guest }) => {
  await changeHome(ctx, () => HOME)
  await buildProduct(ctx)
  const order = ['Popular Beauty Products', 'The ingredient', 'Shop by category', 'Browse Products']
  const findOrder = async () =>
    textsOf((await guest.open('/')).root, 'h2').filter((heading) => order.includes(heading))
  expect(await findOrder()).toEqual(order)
  const form = await admin.open(`/admin/content/${HOME_ID}`)
  const moved = await form.submit('Move down Story', { Heading: 'Quiet mornings' })
  expect(moved.text).toContain('Section moved')
  expect(await findOrder(), 'not published yet').toEqual(order)
  await moved.submit('Publish changes')
  expect(await findOrder()).toEqual([
    ...['Popular Beauty Products', 'Shop by category', 'The ingredient', 'Browse Products'],
  ])
})

const openHome = (admin: PlainBrowser) => admin.open(`/admin/content/${HOME_ID}`)

/** Changes the home page's fields, and publishes them. */
async function changeHome(ctx: Context, change: (home: HomeFields) => HomeFields): Promise<void> {
  const admin = await asAdmin(ctx)
  const { content, version } = await findContent(admin, HOME_ID)
  if (content.kind !== 'home') throw new Error('The home page has other content')
  const saved = await saveDraft(admin, HOME_ID, { version, fields: change(content.fields) })
  await publish(admin, HOME_ID, { version: saved.version })
}

test('sections are added, filled, moved, and removed without scripts', async ({ ctx, admin, guest }) => {
  await changeHome(ctx, () => HOME)
  const { id } = await buildProduct(ctx, { name: 'Reduced Balm', originalPrice: 9000, price: 4000 })
  const pictureId = await addPicture(ctx, id)
  let form = await openHome(admin)
  for (const kind of ['block-products', 'quote', 'picture', 'journal'])
    form = await form.submit('Add', { 'New section': kind })
  expect(form.text).toContain('Section added')
  const filled = await form.submit('Save draft', { Products: 'reduced', 'Whose words': 'Vogue' })
  expect([filled.field('Products').value, filled.field('Whose words').value]).toEqual(['reduced', 'Vogue'])
  await changeHome(ctx, (home) => ({
    ...home,
    blocks: home.blocks.map((block) => ({
      ...block,
      ...(block.kind === 'products' && { label: 'The sale' }),
      ...(block.kind === 'journal' && { label: 'Notes' }),
      ...(block.kind === 'quote' && { text: 'A quiet wonder' }),
      ...(block.kind === 'picture' && { pictureId }),
    })),
  }))
  const home = await guest.open('/')
  const headings = textsOf(home.root, 'h2')
  expect(headings).toContain('The sale')
  expect(headings, 'the Journal has no posts').not.toContain('Notes')
  expect(textsOf(home.root, 'blockquote').join()).toContain('A quiet wonder')
  expect(home.html).toContain(`/media/${pictureId}`)
  expect(textsOf(findLandmark(home.root, 'section', 'The sale'), 'h3').join()).toContain('Reduced Balm')

  const moved = await (await openHome(admin)).submit('Move up Quote: Vogue')
  expect(moved.text).toContain('Section moved')
  const removed = await moved.submit('Remove Popular products')
  expect(removed.text).toContain('Section removed')
  await removed.submit('Publish changes')
  expect(textsOf((await guest.open('/')).root, 'h2')).not.toContain('Popular Beauty Products')
  const restored = await (await openHome(admin)).submit('Add', { 'New section': 'products' })
  await restored.submit('Publish changes')
  expect(textsOf((await guest.open('/')).root, 'h2')).toContain('Popular Beauty Products')
})

test('a section is shown only in its time, and a preview shows it before', async ({ ctx, admin, guest }) => {
  await changeHome(ctx, () => HOME)
  await buildProduct(ctx)
  const refused = await (await openHome(admin)).submit('Save draft', { 'Shown from': 'Friday' })
  expect(refused.field('Shown from').description).toContain('Enter a date and a time')
  const typed = `${new Date().getUTCFullYear() + 1}-11-27T09:00`
  const saved = await refused.submit('Save draft', { 'Shown from': typed })
  expect(saved.field('Shown from').value).toBe(typed)

  const later = new Date(Date.now() + 3_600_000).toISOString()
  const isShown = async (browser: PlainBrowser, path: string) =>
    textsOf((await browser.open(path)).root, 'h2').includes('Popular Beauty Products')
  const schedule = (from: string | null, until: string | null) =>
    changeHome(ctx, (home) => ({ ...home, schedules: { products: { from, until } } }))
  await schedule(later, null)
  expect(await isShown(guest, '/')).toBe(false)
  expect(await isShown(admin, `/preview/${HOME_ID}`)).toBe(true)
  await schedule(null, later)
  expect(await isShown(guest, '/')).toBe(true)
  await schedule(null, new Date(Date.now() - 1000).toISOString())
  expect(await isShown(guest, '/')).toBe(false)
})
