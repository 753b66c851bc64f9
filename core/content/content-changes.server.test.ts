import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { listContent } from './admin-content.server.ts'
import { document, paragraph } from './build-rich-text.ts'
import { deleteContent } from './delete-content.server.ts'
import { publish, publishDueContent, unpublish } from './publish-content.server.ts'
import { createContent, restoreVersion, saveDraft } from './save-content.server.ts'

const fields = (title: string) => ({ title, description: '', lead: '', body: document(paragraph(title)) })

/** Every node drops the cached pages with these tags: see catalog-watch.test.ts. */
test('what shoppers see is announced to every node when it changes, and only then', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const newChanges = async () => {
    const tags = await queryColumn(ctx.db, z.string())`select product_id from catalog_changes order by id`
    await execute(ctx.db)`delete from catalog_changes`
    return tags
  }
  let item = await createContent(admin, { kind: 'page', fields: fields('News') })
  const { id } = item
  expect(await newChanges()).toEqual([])
  item = await publish(admin, id, { version: item.version })
  expect(await newChanges()).toContain(id)
  item = await saveDraft(admin, id, { version: item.version, fields: fields('More news') })
  item = await restoreVersion(admin, id, { version: item.version, number: 1 })
  expect(await newChanges()).toEqual([])
  item = await publish(admin, id, { version: item.version })
  expect(await newChanges()).toContain(id)
  const saved = await saveDraft(admin, id, { version: item.version, fields: fields('Later news') })
  await publish(admin, id, { version: saved.version, at: new Date(ctx.now.getTime() + 60_000) })
  expect(await newChanges()).toEqual([])
  await execute(ctx.db)`update content_items set publish_at = now() - interval '1 second' where id = ${id}`
  await newChanges()
  await publishDueContent(ctx.db, id)
  expect(await newChanges()).toContain(id)
  const [published] = (await listContent(admin, { search: 'later' })).rows
  const moved = await saveDraft(admin, id, { version: published?.version ?? 0, slug: 'moved' })
  expect(await newChanges()).toContain(id)
  item = await unpublish(admin, id, { version: moved.version })
  expect(await newChanges()).toContain(id)
  item = await publish(admin, id, { version: item.version })
  await newChanges()
  await deleteContent(admin, id, { version: item.version })
  expect(await newChanges()).toContain(id)
})
