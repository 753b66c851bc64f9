import { z } from 'zod'
import { editCategory, listAdminCategories } from '#core/catalog/categories/manage-categories.server.ts'
import {
  createCollection,
  deleteCollection,
  editCollection,
} from '#core/catalog/collections/manage-collections.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { query } from '#db/sql.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findContent } from '../admin-content.server.ts'
import { deleteContent } from '../delete-content.server.ts'
import { publish } from '../publish-content.server.ts'
import { fromPlainText } from '../read-rich-text.ts'
import { createContent, saveDraft } from '../save-content.server.ts'
import { findNavigation, resetNavigation, saveNavigation } from './manage-navigation.server.ts'
import { listNavigation } from './navigation.server.ts'

type Link = { address: string; label?: string }
const links = (header: Link[], more: object = {}) => ({ header, columns: [], social: [], ...more })

async function publishPage(admin: Context, title: string, navigation: 'none' | 'menu' | 'footer' = 'none') {
  const fields = { title, lead: '', description: '', body: fromPlainText('Text') }
  const { id, version } = await createContent(admin, { kind: 'page', fields, navigation })
  return publish(admin, id, { version })
}

const menu = async (ctx: Context) => (await listNavigation(ctx)).menu.map(({ path, title }) => [title, path])

async function errorsOf(saving: Promise<unknown>): Promise<Record<string, string>> {
  const error = await saving.catch((reason: unknown) => reason)
  if (!(error instanceof Refusal)) throw new Error('The links were saved', { cause: error })
  return error.fields ?? { [error.code]: error.message }
}

test('the initial links are those of a new store, and the owner’s replace them', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const initial = await findNavigation(admin)
  expect(initial).toMatchObject({ version: 0, isArranged: false, social: [] })
  expect(initial.header.map(({ name, state }) => [name, state])).toEqual([
    ['Home', 'shown'],
    ['Categories', 'shown'],
    ['Journal', 'hidden'],
  ])
  await publishPage(admin, 'Our story')
  const saved = await saveNavigation(
    admin,
    0,
    links(
      [
        { address: '/pages/our-story' },
        { address: '/categories', label: 'Shop' },
        { address: '/search?q=rose', label: '🌹 ورد' },
      ],
      {
        columns: [
          { heading: 'Help', links: [{ address: '/contact' }] },
          { heading: 'Shop', links: [{ address: '/categories?category=Haircare' }] },
        ],
        social: [{ address: 'instagram.com/orchard' }],
      },
    ),
  )
  expect(saved).toMatchObject({ version: 1, isArranged: true })
  expect(await menu(ctx)).toEqual([
    ['Our story', '/pages/our-story'],
    ['Shop', '/categories'],
    ['🌹 ورد', '/search?q=rose'],
  ])
  const { footer, social } = await listNavigation(ctx)
  expect(footer.map(({ heading, links: listed }) => [heading, listed.map(({ title }) => title)])).toEqual([
    ['Help', ['Contact']],
    ['Shop', ['Haircare']],
  ])
  expect(social).toEqual([{ path: 'https://instagram.com/orchard', title: 'Instagram' }])

  await resetNavigation(admin, 1)
  expect((await menu(ctx)).map(([title]) => title)).toEqual(['Home', 'Categories', 'Our story'])
})

test('links follow what they lead to, and leave out what is hidden or deleted', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id: pageId } = await publishPage(admin, 'Our story')
  const gifts = await createCollection(admin, { name: 'Gifts', rule: { reduced: true } })
  await saveNavigation(
    admin,
    0,
    links([
      { address: '/pages/our-story' },
      { address: '/collections/gifts' },
      { address: '/categories?category=makeup' },
    ]),
  )
  const makeup = (await listAdminCategories(admin)).find(({ name }) => name === 'Makeup')
  await editCategory(admin, makeup?.id ?? '', { name: 'Color' })
  await editCollection(admin, gifts.id, { name: 'Presents', slug: 'presents' })
  const item = await findContent(admin, pageId)
  await saveDraft(admin, pageId, { version: item.version, slug: 'about' })
  expect(await menu(ctx)).toEqual([
    ['Our story', '/pages/about'],
    ['Presents', '/collections/presents'],
    ['Color', '/categories?category=Color'],
  ])

  await editCollection(admin, gifts.id, { hidden: true })
  await editCategory(admin, makeup?.id ?? '', { hidden: true })
  await deleteContent(admin, pageId, { version: (await findContent(admin, pageId)).version })
  expect(await menu(ctx)).toEqual([])
  const states = async () => (await findNavigation(admin)).header.map(({ state }) => state)
  expect(await states()).toEqual(['deleted', 'hidden', 'hidden'])
  await deleteCollection(admin, gifts.id)
  expect(await states()).toEqual(['deleted', 'deleted', 'hidden'])

  const { version, header } = await findNavigation(admin)
  const same = header.map(({ address, label }) => ({ address, label }))
  await saveNavigation(admin, version, links([...same, { address: '/contact' }]))
  expect(await states()).toEqual(['deleted', 'deleted', 'hidden', 'shown'])
})

test('a page’s own choice of where to link to it agrees with the links', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const story = await publishPage(admin, 'Our story', 'menu')
  await saveNavigation(
    admin,
    0,
    links([{ address: '/' }], { columns: [{ heading: 'More', links: [{ address: '/pages/our-story' }] }] }),
  )
  const item = await findContent(admin, story.id)
  expect(item.navigation).toBe('footer')
  await publishPage(admin, 'Stockists', 'menu')
  expect((await menu(ctx)).map(([title]) => title)).toEqual(['Home', 'Stockists'])
  await saveDraft(admin, story.id, { version: item.version, navigation: 'none' })
  expect((await listNavigation(ctx)).footer).toEqual([])
})

test('links that can’t be used are refused, each at its field', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const save = (input: object) => errorsOf(saveNavigation(admin, 0, input))
  for (const address of ['javascript:alert(1)', '//evil.example', 'data:text/html,x', '/\\evil.example', ''])
    expect(await save(links([{ address }])), address).toHaveProperty(['header.0.address'])
  expect(await save(links([{ address: '/' }, { address: '/pages/nothing' }]))).toEqual({
    'header.1.address': expect.stringContaining('nothing at this address'),
  })
  expect(await save(links([{ address: '/' }, { address: '/' }]))).toHaveProperty(['header.1.address'])
  expect(await save(links([{ address: 'https://a.example' }]))).toEqual({
    'header.0.label': 'Enter a label.',
  })
  expect(await save(links([{ address: '/', label: 'x'.repeat(61) }]))).toHaveProperty(['header.0.label'])
  expect(await save(links(Array.from({ length: 11 }, () => ({ address: '/' }))))).toEqual({
    header: 'Use at most 10 links here.',
  })
  expect(await save(links([], { social: [{ address: '/contact' }] }))).toHaveProperty(['social.0.address'])
  expect(await save(links([], { columns: [{ heading: '', links: [] }] }))).toEqual({
    'columns.0.heading': 'Enter a heading.',
    'columns.0.links': 'Add a link, or remove the column.',
  })
  await saveNavigation(admin, 0, links([{ address: '/' }]))
  expect(await save(links([]))).toEqual({ conflict: expect.stringContaining('Someone else') })
})

test('a change is in the audit log and makes every page stale', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await saveNavigation(admin, 0, links([{ address: '/contact' }]))
  const rows = await query(ctx.db, z.strictObject({ action: z.string(), after: z.json() }))`
    select action, after from audit_entries where subject = 'navigation'`
  expect(rows).toMatchObject([{ action: 'navigation-changed', after: { header: ['Contact (/contact)'] } }])
  const changes = await query(ctx.db, z.strictObject({ id: z.string() }))`
    select product_id as id from catalog_changes where product_id = 'settings'`
  expect(changes.length).toBeGreaterThan(0)
})
