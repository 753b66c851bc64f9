import { execute, sql } from '#db/sql.ts'
import { asAdmin, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import {
  compareWithDraft,
  findContent,
  findVersion,
  listContent,
  listVersions,
} from './admin-content.server.ts'
import { document, paragraph, picture, product } from './build-rich-text.ts'
import { HOME_ID } from './content-path.ts'
import { HOME } from './defaults/home.ts'
import { deleteContent } from './delete-content.server.ts'
import { listNavigation } from './navigation/navigation.server.ts'
import { publish, publishDueContent, unpublish } from './publish-content.server.ts'
import { listPosts } from './published/posts.server.ts'
import {
  findFormerSlug,
  findHome,
  findPage,
  findPost,
  findPreview,
} from './published/published-content.server.ts'
import { searchContent } from './published/search-content.server.ts'
import { createContent, restoreVersion, saveDraft } from './save-content.server.ts'

test('a home page that an earlier release saved has a story without a picture', async ({ ctx }) => {
  const { hero, showOffers, tiles } = HOME
  const story = { label: 'Our story', text: 'Five small lines under one roof.' }
  await execute(ctx.db)`
    insert into content_versions (content_id, number, title, fields)
    values (${HOME_ID}, 1, 'Home', ${sql.json({ hero, showOffers, tiles, story })})`
  await execute(ctx.db)`
    update content_items set draft_number = 1, published_number = 1 where id = ${HOME_ID}`
  const { fields } = await findHome(ctx)
  expect(fields.sections).toEqual(['offers', 'products', 'categories', 'tiles', 'story'])
  expect(fields.story).toEqual({ ...story, link: { text: '', url: '' }, pictureId: null })
})

const pageFields = (title: string) => ({
  title,
  lead: '',
  description: '',
  body: document(paragraph(`About ${title}`)),
})
const page = (title: string) => ({ kind: 'page' as const, fields: pageFields(title) })
const post = (title: string) => ({
  kind: 'post' as const,
  fields: {
    title,
    description: '',
    author: 'Ines',
    pictureId: null as string | null,
    body: document(paragraph('By hand.')),
  },
})

async function publishNew(ctx: Context, draft: ReturnType<typeof page> | ReturnType<typeof post>) {
  const { id, version } = await createContent(ctx, draft)
  return publish(ctx, id, { version })
}

test('a page is a draft until it is published, and a newer draft changes nothing for shoppers', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id, slug, version } = await createContent(admin, page('Our story'))
  expect(slug).toBe('our-story')
  await expect(findPage(ctx, slug)).rejects.toThrow('no longer exists')
  const published = await publish(admin, id, { version })
  const saved = await saveDraft(admin, id, {
    version: published.version,
    fields: pageFields('Our new story'),
  })
  expect(saved.status).toBe('changed')
  expect((await findPage(ctx, slug)).fields.title).toBe('Our story')
  expect(await findPreview(admin, id)).toMatchObject({ content: { fields: { title: 'Our new story' } } })
  expect(await findContent(admin, id)).toMatchObject({ title: 'Our new story' })
  expect((await listContent(admin, { kind: 'page' })).rows).toHaveLength(5)
  expect((await listContent(admin, { filter: 'changed' })).rows).toMatchObject([{ id }])
  const unchanged = await saveDraft(admin, id, {
    version: saved.version,
    fields: pageFields('Our new story'),
  })
  expect(unchanged.version).toBe(saved.version)
})

test('only staff who may edit content can', async ({ ctx }) => {
  await expect(createContent(ctx, page('Mine'))).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(listContent(ctx, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const admin = await asAdmin(ctx)
  const { id, version } = await createContent(admin, page('Ours'))
  for (const attempt of [
    () => findContent(ctx, id),
    () => findPreview(ctx, id),
    () => listVersions(ctx, id),
    () => findVersion(ctx, id, 1),
    () => compareWithDraft(ctx, id, 1),
    () => saveDraft(ctx, id, { version }),
    () => publish(ctx, id, { version }),
    () => unpublish(ctx, id, { version }),
    () => restoreVersion(ctx, id, { version, number: 1 }),
    () => deleteContent(ctx, id, { version }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('of two people who publish or save at once, the second is refused', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, version } = await createContent(admin, page('Twice'))
  const results = await Promise.allSettled([
    publish(admin, id, { version }),
    publish(admin, id, { version, at: new Date(Date.now() + 60_000) }),
    saveDraft(admin, id, { version, fields: pageFields('Thrice') }),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
})

test('a scheduled version goes live at its time, even if the worker was down then', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const { id, version } = await createContent(admin, post('Later'))
  await expect(publish(admin, id, { version, at: new Date(0) })).rejects.toMatchObject({
    fields: { publish_at: expect.any(String) },
  })
  const at = new Date(Date.now() + 3_600_000)
  const scheduled = await publish(admin, id, { version, at })
  expect(scheduled.status).toBe('scheduled')
  await saveDraft(admin, id, { version: scheduled.version, fields: post('Too late').fields })
  await publishDueContent(ctx.db, id)
  await expect(findPost(ctx, 'later')).rejects.toThrow()

  const past = new Date(Date.now() - 3_600_000)
  await execute(ctx.db)`update content_items set publish_at = ${past} where id = ${id}`
  await execute(
    ctx.db,
  )`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`
  await runJobs(connection, ctx)
  expect(await findPost(ctx, 'later')).toMatchObject({ fields: { title: 'Later' }, firstPublishedAt: past })
  await publishDueContent(ctx.db, id)
  expect(await findContent(admin, id)).toMatchObject({ status: 'changed', title: 'Too late' })
})

test('a schedule can be cancelled, and a page unpublished', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const live = await publishNew(admin, page('Live'))
  const scheduled = await publish(admin, live.id, {
    version: live.version,
    at: new Date(Date.now() + 60_000),
  })
  const cancelled = await unpublish(admin, live.id, { version: scheduled.version })
  expect(cancelled.status).toBe('published')
  const draft = await unpublish(admin, live.id, { version: cancelled.version })
  expect(draft.status).toBe('draft')
  await expect(findPage(ctx, 'live')).rejects.toThrow()
  await expect(unpublish(admin, live.id, { version: draft.version })).rejects.toThrow('isn’t published')
})

test('each save is a version, and restoring one makes a new draft', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, version } = await createContent(admin, page('One'))
  const two = await saveDraft(admin, id, { version, fields: pageFields('Two') })
  const restored = await restoreVersion(admin, id, { version: two.version, number: 1 })
  expect(restored).toMatchObject({ title: 'One', draftNumber: 3 })
  expect((await listVersions(admin, id)).rows.map(({ number, title }) => [number, title])).toEqual([
    [3, 'One'],
    [2, 'Two'],
    [1, 'One'],
  ])
  await expect(
    execute(ctx.db)`update content_versions set title = 'x' where content_id = ${id}`,
  ).rejects.toThrow('never changed')
})

test('the store’s own pages start with their initial content, which can be restored', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { rows } = await listContent(admin, { kind: 'page' })
  const terms = rows.find(({ slug }) => slug === 'terms')
  if (!terms) throw new Error('The terms are missing')
  const { id, version, content } = await findContent(admin, terms.id)
  if (content.kind !== 'page') throw new Error('The terms are a page')
  const saved = await saveDraft(admin, id, { version, fields: { ...content.fields, lead: 'Ours.' } })
  const live = await publish(admin, id, { version: saved.version })
  expect((await findPage(ctx, 'terms')).fields.lead).toBe('Ours.')
  const restored = await restoreVersion(admin, id, { version: live.version, number: 0 })
  await publish(admin, id, { version: restored.version })
  expect((await findPage(ctx, 'terms')).fields).toEqual(content.fields)
  const { version: latest } = await findContent(admin, id)
  await expect(deleteContent(admin, id, { version: latest })).rejects.toThrow('can’t be deleted')
  await expect(unpublish(admin, id, { version: latest })).rejects.toThrow('can’t be unpublished')
  await expect(saveDraft(admin, id, { version: latest, slug: 'our-terms' })).rejects.toThrow('can’t change')
  expect((await findHome(ctx)).fields.hero.heading).toBe('Small batches,\nslow evenings')
})

test('a new slug leaves a redirect, and a deleted page leaves its slug to others', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const first = await publishNew(admin, page('Hello'))
  const moved = await saveDraft(admin, first.id, { version: first.version, slug: 'good-day' })
  expect(moved.slug).toBe('good-day')
  expect(await findFormerSlug(ctx, 'page', 'hello')).toBe('good-day')
  const other = await createContent(admin, page('Other'))
  await expect(
    saveDraft(admin, other.id, { version: other.version, slug: 'good-day' }),
  ).rejects.toMatchObject({
    fields: { slug: expect.any(String) },
  })
  await deleteContent(admin, first.id, { version: moved.version })
  await expect(findPage(ctx, 'good-day')).rejects.toThrow()
  await expect(findContent(admin, first.id)).rejects.toThrow('no longer exists')
  expect((await createContent(admin, page('Good day'))).slug).toBe('good-day')
  expect((await createContent(admin, page('Cart'))).slug).toMatch(/^cart-/)
  expect((await createContent(admin, page('ورد 🌹'))).slug).toBe('page')
  expect((await createContent(admin, post('玫瑰'))).slug).toBe('post')
})

test('a deleted picture and a product that isn’t sold are missing from a post, which still opens', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const serum = await buildProduct(ctx, { name: 'Serum' })
  const draft = await buildProduct(ctx, { name: 'Secret', status: 'draft' })
  const body = document(picture('pic_00000000000000000000'), product(serum.id), product(draft.id))
  const fields = { ...post('Serums').fields, body, pictureId: 'pic_00000000000000000000' }
  await publishNew(admin, { kind: 'post', fields })
  const opened = await findPost(ctx, 'serums')
  expect(opened.pictures).toEqual({})
  expect(opened.products.map(({ name }) => name)).toEqual(['Serum'])
})

test('the store links to the Journal once it has a post, and to the pages that the owner chose', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const titles = async () => {
    const { menu, footer } = await listNavigation(ctx)
    return [menu, ...footer.map(({ links }) => links)].map((links) => links.map(({ title }) => title))
  }
  const help = ['Shipping and returns', 'Contact', 'Privacy', 'Terms']
  expect(await titles()).toEqual([['Home', 'Categories'], help])
  await publishNew(admin, post('First'))
  const { id, version } = await createContent(admin, { ...page('Stockists'), navigation: 'footer' })
  expect((await titles())[1]).toEqual(help)
  await publish(admin, id, { version })
  expect(await titles()).toEqual([
    ['Home', 'Categories', 'Journal'],
    [...help, 'Stockists'],
  ])
})

test('a search finds published pages and posts by all their words', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await createContent(admin, post('Hidden roses'))
  await publishNew(admin, post('Roses in June'))
  expect(await searchContent(ctx, 'rose')).toMatchObject([{ path: '/journal/roses-in-june' }])
  expect(await searchContent(ctx, 'shipping costs')).toMatchObject([{ path: '/shipping-returns' }])
  expect(await searchContent(ctx, 'rose zebra "')).toEqual([])
})

test('posts are listed newest first, in pages', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const start = Date.now()
  for (const [index, title] of ['One', 'Two', 'Three'].entries())
    await publishNew({ ...admin, now: new Date(start + index * 1000) }, post(title))
  const { rows, next } = await listPosts(ctx, { limit: 2 })
  expect(rows.map(({ title }) => title)).toEqual(['Three', 'Two'])
  const { rows: older } = await listPosts(ctx, { limit: 2, ...(next && { cursor: next }) })
  expect(older.map(({ title }) => title)).toEqual(['One'])
})
