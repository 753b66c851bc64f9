import { findContent } from '#core/content/admin-content.server.ts'
import { HOME_ID } from '#core/content/content-path.ts'
import { EVERY_NODE } from '#core/content/rich-text.fixture.ts'
import { createContent, saveDraft } from '#core/content/save-content.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { findLandmark, textsOf } from '#test/landmarks.ts'
import { findAll, type Markup } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const TEXT = 'Text'

test('a page is written, published, changed, and unpublished without scripts', async ({ admin, guest }) => {
  const list = await admin.open('/admin/content')
  const form = await list.follow('New page')
  expect(form.heading).toBe('New page')
  const refused = await form.submit('Save draft', { Introduction: 'How we began', [TEXT]: 'One\n\nTwo' })
  expect(refused.field('Title').description).toContain('Enter a title.')
  expect(refused.field('Introduction').value).toBe('How we began')
  expect(refused.field(TEXT).value).toBe('One\n\nTwo')

  const draft = await refused.submit('Save draft', { Title: 'Our beginnings' })
  expect(draft.text).toContain('Draft saved')
  expect(draft.field('Address').value).toBe('our-beginnings')
  expect((await guest.open('/pages/our-beginnings')).status).toBe(404)

  const published = await draft.submit('Publish', { 'Link to it': 'footer' })
  expect(published.text).toContain('Published')
  const page = await guest.open('/pages/our-beginnings')
  expect(page.main).toContain('How we began')
  expect((await guest.open('/')).text).toContain('Our beginnings')

  const changed = await published.submit('Save draft', { [TEXT]: '<script>alert(1)</script>' })
  expect(changed.main).toContain('Published, with a newer draft')
  expect((await guest.open('/pages/our-beginnings')).main).not.toContain('alert(1)')
  const live = await changed.submit('Publish changes')
  expect((await guest.open('/pages/our-beginnings')).main).toContain('<script>alert(1)</script>')

  const restored = await live.submit('Restore version 1')
  expect(restored.text).toContain('Version restored')
  expect(restored.field(TEXT).value).toBe('One\n\nTwo')
  const unpublished = await restored.submit('Unpublish')
  expect(unpublished.main).toContain('Draft')
  expect((await guest.open('/pages/our-beginnings')).status).toBe(404)
  const deleted = await unpublished.submit('Delete')
  expect(deleted.path).toBe('/admin/content')
  expect(deleted.rows('Content').join()).not.toContain('Our beginnings')
})

test('a post is scheduled in the store’s time zone, and the schedule is canceled', async ({ admin }) => {
  const form = await admin.open('/admin/content/new-post')
  const typed = { Title: 'Winter light', [TEXT]: 'Short days.' }
  for (const [at, message] of [
    ['', 'Enter a date and a time'],
    ['2020-01-01T09:00', 'Enter a time in the future'],
    ['2099-01-01T09:00', 'within the next two years'],
  ] as const) {
    const refused = await (await admin.open('/admin/content/new-post')).submit('Schedule', {
      ...typed,
      Title: `${typed.Title} ${at}`,
      'Publish at': at,
    })
    expect(refused.field('Publish at').description).toContain(message)
  }
  expect((await admin.open('/admin/content?q=winter')).main).toContain('Nothing matches.')
  const at = `${new Date().getFullYear() + 1}-03-01T09:00`
  const scheduled = await form.submit('Schedule', { ...typed, 'Publish at': at })
  expect(scheduled.text).toContain('Scheduled')
  expect(scheduled.main).toMatch(/Goes live Mar 1, \d{4}, 9:00\sAM/)
  const list = await (await admin.open('/admin/content')).follow('Scheduled')
  expect(list.rows('Content')).toHaveLength(1)
  const canceled = await scheduled.submit('Cancel schedule')
  expect(canceled.main).not.toContain('Goes live')
})

test('the second of two editors sees the conflict, and the typed text stays', async ({ ctx, admin }) => {
  const { id } = await createContent(await asAdmin(ctx), {
    kind: 'page',
    fields: { title: 'Shared', lead: '', description: '', body: { type: 'doc', content: [] } },
  })
  const [mine, theirs] = [await admin.open(`/admin/content/${id}`), await admin.open(`/admin/content/${id}`)]
  await theirs.submit('Save draft', { Introduction: 'Theirs' })
  const refused = await mine.submit('Save draft', { Introduction: 'Mine' })
  expect(refused.status).toBe(409)
  expect(refused.main).toContain('Someone else just changed this page')
  expect(refused.field('Introduction').value).toBe('Mine')
  expect((await refused.submit('Save draft')).status).toBe(409)
  expect((await admin.open(`/admin/content/${id}`)).field('Introduction').value).toBe('Theirs')
})

test('a text with formatting isn’t lost when the other fields are saved without scripts', async ({
  ctx,
  admin,
}) => {
  const { id } = await createContent(await asAdmin(ctx), {
    kind: 'page',
    fields: { title: 'Formatted', lead: '', description: '', body: EVERY_NODE },
  })
  const form = await admin.open(`/admin/content/${id}`)
  expect(form.main).toContain('editing it needs scripts')
  await form.submit('Publish', { Introduction: 'Changed' })
  expect((await admin.open(`/preview/${id}`)).main).toContain('A quote')
})

test('the home page’s fields have their own messages', async ({ admin, guest }) => {
  const list = await (await admin.open('/admin/content')).follow('Home page')
  const form = await list.follow('Home')
  const refused = await form.submit('Publish changes', {
    Heading: '',
    'Link address': 'javascript:alert(1)',
  })
  expect(refused.status).toBe(400)
  expect(refused.field('Heading').description).toContain('Enter a heading.')
  const published = await form.submit('Publish changes', { Heading: 'Quiet mornings' })
  expect(published.text).toContain('Published')
  expect((await guest.open('/')).heading).toContain('Quiet mornings')
})

test('the home page’s story gets a link and loses its picture', async ({ ctx, admin, guest }) => {
  const { version } = await findContent(await asAdmin(ctx), HOME_ID)
  const form = {
    version: String(version),
    'hero.heading': 'Quiet mornings',
    'story.text': 'Two drops, damp skin, night.',
    'story.link.text': 'The ritual',
    'story.link.url': '/journal',
    'story.pictureId': '',
  }
  const publish = (changed: object) =>
    admin.request('POST', `/admin/content/${HOME_ID}/publish`, { form: { ...form, ...changed } })
  const refused = await publish({ 'story.link.url': '' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('A link needs both a text and an address.')
  expect((await publish({})).status).toBe(302)
  const home = await guest.open('/')
  expect(home.main).toContain('Two drops, damp skin, night.')
  expect(home.links('The ritual')).toEqual(['/journal'])
  expect(home.html).not.toContain('mood-rose-hips')
})

test('a section of the home page is moved without scripts, and what was typed is saved too', async ({
  ctx,
  admin,
}) => {
  const path = `/admin/content/${HOME_ID}`
  const [form, stale] = [await admin.open(path), await admin.open(path)]
  const order = ({ root }: { root: Markup }) =>
    textsOf(findLandmark(root, 'section', 'Order'), 'li').map((row) => row.split(' Move')[0])
  expect(order(form)).toEqual([
    ...['Hero', 'Offers', 'Popular products', 'Story', 'Shop by category', 'Tiles', 'Account'],
  ])
  const moved = await form.submit('Move up Story', { Heading: 'Quiet mornings' })
  expect(moved.text).toContain('Section moved')
  expect(order(moved).slice(1, 4)).toEqual(['Offers', 'Story', 'Popular products'])
  expect(moved.field('Heading').value).toBe('Quiet mornings')
  const first = await moved.submit('Move up Story')
  expect(order(first)[1]).toBe('Story')
  expect(first.buttons).not.toContain('Move up Story')

  const conflict = await stale.submit('Move down Story', { Heading: 'Mine' })
  expect(conflict.status).toBe(409)
  expect(conflict.main).toContain('Someone else just changed this page')
  expect(conflict.field('Heading').value).toBe('Mine')
  const refused = await first.submit('Move down Story', { Heading: '' })
  expect(refused.status).toBe(400)
  expect(refused.field('Heading').description).toContain('Enter a heading.')
  const { version } = await findContent(await asAdmin(ctx), HOME_ID)
  for (const section of ['films', 'block-00000000'])
    expect(
      (await admin.request('POST', `${path}/sections/${section}/up`, { form: { version: String(version) } }))
        .status,
    ).toBe(404)
})

test('the home page’s draft is shown beside its fields, in a frame that can’t be used', async ({ admin }) => {
  const { root } = await admin.open(`/admin/content/${HOME_ID}`)
  const [frame] = findAll(root, ({ tag }) => tag === 'iframe')
  expect(frame?.attributes).toMatchObject({ src: `/preview/${HOME_ID}`, inert: expect.anything() })
  const page = await admin.open('/admin/content/new-page')
  expect(findAll(page.root, ({ tag }) => tag === 'iframe')).toEqual([])
})

test('refuses JSON that isn’t a document, at its field', async ({ admin }) => {
  for (const body of ['', '{', '{"type":"doc","content":[{"type":"iframe"}]}']) {
    const response = await admin.request('POST', '/admin/content/new-page/draft', {
      form: { title: 'Broken', body },
    })
    expect(response.status).toBe(400)
  }
})

test('shows the pictures and products of the text, and an item that doesn’t exist as not found', async ({
  ctx,
  admin,
}) => {
  const product = await buildProduct(ctx)
  const pictureId = await addPicture(ctx, product.id)
  const { id } = await createContent(await asAdmin(ctx), {
    kind: 'post',
    fields: {
      title: 'With embeds',
      description: '',
      author: '',
      pictureId,
      body: {
        type: 'doc',
        content: [
          { type: 'picture', attrs: { id: pictureId, alt: 'A leaf', caption: '' } },
          { type: 'product', attrs: { id: product.id } },
        ],
      },
    },
  })
  const preview = await admin.open(`/preview/${id}`)
  expect(preview.main).toContain(product.name)
  expect((await admin.open('/admin/content/cnt_none')).status).toBe(404)
})

test('an older version is viewed and compared with the draft before it is restored', async ({
  admin,
  guest,
  ctx,
}) => {
  const owner = await asAdmin(ctx)
  const body = (text: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })
  const fields = (text: string) => ({ title: 'Our hands', lead: '', description: '', body: body(text) })
  const { id, version } = await createContent(owner, { kind: 'page', fields: fields('Rose oil') })
  await saveDraft(owner, id, { version, fields: fields('Linden <oil>') })
  const form = await admin.open(`/admin/content/${id}`)
  const viewed = await form.follow('Version 1')
  expect(viewed.html).toContain(`src="/preview/${id}?version=1"`)
  expect((await admin.open(`/preview/${id}?version=1`)).main).toContain('Rose oil')
  expect((await admin.open(`/preview/${id}`)).main).toContain('Linden <oil>')
  expect((await guest.open(`/preview/${id}?version=1`)).path).toMatch(/login/)
  for (const number of ['9', '-1', '1e3', 'x', '99999999999'])
    expect((await admin.open(`/preview/${id}?version=${number}`)).status).toBe(404)
  const compared = await viewed.follow('Compare with the draft')
  expect(compared.main).toContain('Removed: Linden <oil>')
  expect(compared.main).toContain('Added: Rose oil')
  expect(compared.main).not.toContain('Our hands Our hands')
  const restored = await compared.submit('Restore version 1')
  expect(restored.field(TEXT).value).toBe('Rose oil')
  const same = await admin.open(`/admin/content/${id}?view=version&number=1&on=changes`)
  expect(same.main).toContain('the same text as the draft')
  expect((await admin.open(`/admin/content/${id}?view=version&number=7`)).status).toBe(404)
})
