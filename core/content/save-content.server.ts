import { isDeepStrictEqual } from 'node:util'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import { slugify } from '../catalog/product-draft.ts'
import type { Context } from '../context.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { changeContent } from './change-content.server.ts'
import type { AdminContent, ContentFields, Navigation } from './content.ts'
import { ContentSlug, isReservedSlug } from './content-slug.ts'
import { contentText } from './content-text.ts'
import { insertVersion, parseContent } from './insert-version.server.ts'
import { selectContent, selectFields } from './select-content.server.ts'

export type NewContent = {
  kind: 'page' | 'post'
  fields: unknown
  slug?: string | undefined
  navigation?: Navigation | undefined
}

/** A draft. Without a slug, its title makes one. */
export async function createContent(ctx: Context, draft: NewContent): Promise<AdminContent> {
  const { id: actorId } = requirePermission(ctx.actor, 'content.edit')
  const { kind, navigation = 'none' } = draft
  const content = parseContent(kind, draft.fields)
  const id = newId('content')
  const slugs = draft.slug ? [parseSlug(draft.slug)] : slugsFor(contentText(content).title, { id, kind })
  await staffTransaction(ctx, 'content.edit', async (tx) => {
    const slug = await insertItem(tx, { id, kind, navigation, at: ctx.now }, slugs)
    await insertVersion(tx, { id, number: 1, content, actorId, at: ctx.now })
    await writeAudit(
      ctx,
      { action: 'content-created', subject: id, after: { kind, slug, ...content.fields } },
      tx,
    )
  })
  return selectContent(ctx.db, id)
}

function slugsFor(title: string, { id, kind }: Pick<NewItem, 'id' | 'kind'>): string[] {
  // A title in another script.
  const slug = slugify(title, kind)
  const unique = `${slug.slice(0, 70).replace(/-$/, '')}-${id.slice(-6)}`
  return isReservedSlug(slug) ? [unique] : [slug, unique]
}

type NewItem = { id: string; kind: 'page' | 'post'; navigation: Navigation; at: Date }

async function insertItem(tx: Db, { id, kind, navigation, at }: NewItem, slugs: string[]): Promise<string> {
  for (const slug of slugs) {
    const inserted = await execute(tx)`
      insert into content_items (id, kind, slug, navigation, draft_number, created_at, updated_at)
      values (${id}, ${kind}, ${slug}, ${navigation}, 1, ${at}, ${at})
      on conflict (kind, slug) where deleted_at is null do nothing`
    if (inserted) return slug
  }
  throw slugTaken()
}

const slugTaken = () => invalidInput('slug', 'Another page has this address. Choose another one.')

function parseSlug(slug: string): string {
  const parsed = ContentSlug.safeParse(slug)
  if (!parsed.success) throw invalidInput('slug', parsed.error.issues[0]?.message ?? 'Enter a valid address.')
  return parsed.data
}

export type DraftChange = {
  version: number
  fields?: unknown
  slug?: string | undefined
  navigation?: Navigation | undefined
}

/** Each save is a new version. A slug and a place in the navigation take effect at once; fields, when they are published. */
export async function saveDraft(
  ctx: Context,
  id: string,
  { version, fields, slug, navigation }: DraftChange,
): Promise<AdminContent> {
  const { id: actorId } = requirePermission(ctx.actor, 'content.edit')
  return changeContent(ctx, id, version, async (tx, before) => {
    const newSlug = slug === undefined || slug === before.slug ? before.slug : parseSlug(slug)
    if (newSlug !== before.slug && before.isBuiltIn)
      throw invalidInput('slug', 'The store links to this page, so its address can’t change.')
    const newNavigation = before.isBuiltIn ? before.navigation : (navigation ?? before.navigation)
    const isMoved = newSlug !== before.slug || newNavigation !== before.navigation
    if (isMoved) {
      const updated = await execute(tx)`
        update content_items set slug = ${newSlug}, navigation = ${newNavigation} where id = ${id} and not exists (
          select from content_items o
          where o.kind = content_items.kind and o.slug = ${newSlug} and o.id <> ${id} and o.deleted_at is null)`
      if (!updated) throw slugTaken()
    }
    const content = fields === undefined ? before.content : parseContent(before.kind, fields)
    const isEdited = !isDeepStrictEqual(content, before.content)
    if (isEdited) await addVersion(tx, before, { content, actorId, at: ctx.now })
    return isMoved || isEdited ? 'content-saved' : null
  })
}

/** The version becomes a new draft; nothing changes for shoppers until it is published. */
export async function restoreVersion(
  ctx: Context,
  id: string,
  { version, number }: { version: number; number: number },
): Promise<AdminContent> {
  const { id: actorId } = requirePermission(ctx.actor, 'content.edit')
  return changeContent(ctx, id, version, async (tx, before) => {
    if (number === before.draftNumber) throw new Refusal('conflict', 'This version is the draft already.')
    const content = await selectFields(tx, before, number)
    await addVersion(tx, before, { content, actorId, at: ctx.now })
    return 'content-restored'
  })
}

type NewVersion = { content: ContentFields; actorId: string; at: Date }

async function addVersion(tx: Db, { id, draftNumber }: AdminContent, version: NewVersion): Promise<void> {
  const number = draftNumber + 1
  await insertVersion(tx, { id, number, ...version })
  await execute(tx)`update content_items set draft_number = ${number} where id = ${id}`
}
