import { asAdmin } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { findContent, listContent } from './admin-content.server.ts'
import { document, paragraph } from './build-rich-text.ts'
import { publish } from './publish-content.server.ts'
import { findPage } from './published/published-content.server.ts'
import { createContent, saveDraft } from './save-content.server.ts'

const page = (title: string) => ({
  kind: 'page' as const,
  fields: { title, lead: '', description: '', body: document(paragraph(`About ${title}`)) },
})

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
    fields: page('Our new story').fields,
  })
  expect(saved.status).toBe('changed')
  expect((await findPage(ctx, slug)).fields.title).toBe('Our story')
  expect(await findContent(admin, id)).toMatchObject({ title: 'Our new story' })
  expect((await listContent(admin, { kind: 'page' })).rows).toHaveLength(5)
})
