import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { contentLines } from './compare/content-lines.ts'
import { diffLines, type LineChange } from './compare/diff-lines.ts'
import type { AdminContent, ContentFields, ContentKind, ContentSummary, ContentVersion } from './content.ts'
import {
  ContentRow,
  contentNotFound,
  SELECT_CONTENT,
  selectContent,
  selectFields,
  toContentSummary,
} from './select-content.server.ts'

/** Newest change first. The filter is a status; the search looks in titles. */
export async function listContent(
  ctx: Context,
  { kind, ...listQuery }: ListQuery & { kind?: ContentKind | undefined },
): Promise<ListPage<ContentSummary>> {
  requirePermission(ctx.actor, 'content.edit')
  const page = await listRows(ctx.db, ContentRow, listQuery, {
    select: SELECT_CONTENT,
    sorts: SORTS,
    filters: FILTERS,
    searchText: sql`lower(v.title)`,
    condition: sql`i.deleted_at is null and ${kind ? sql`i.kind = ${kind}` : sql`true`}`,
  })
  return { ...page, rows: page.rows.map(toContentSummary) }
}

const SORTS = {
  updated: { ...sortBy('updatedAt', sql`i.updated_at`, 'timestamptz', sql`i.id`), descending: true },
  newest: { ...sortBy('createdAt', sql`i.created_at`, 'timestamptz', sql`i.id`), descending: true },
}
const FILTERS = {
  draft: sql`i.published_number is null and i.scheduled_number is null`,
  scheduled: sql`i.scheduled_number is not null`,
  published: sql`i.published_number is not null`,
  changed: sql`i.published_number <> i.draft_number`,
}

/** With its draft. */
export async function findContent(ctx: Context, id: string): Promise<AdminContent> {
  requirePermission(ctx.actor, 'content.edit')
  return selectContent(ctx.db, id)
}

/** Newest first. */
export async function listVersions(
  ctx: Context,
  id: string,
  listQuery: ListQuery = {},
): Promise<ListPage<ContentVersion>> {
  requirePermission(ctx.actor, 'content.edit')
  const page = await listRows(ctx.db, VersionRow, listQuery, {
    select: SELECT_VERSION,
    sorts: { newest: { ...sortBy('number', sql`v.number`, 'bigint', sql`v.content_id`), descending: true } },
    condition: sql`v.content_id = ${id}`,
  })
  if (!page.rows.length) throw contentNotFound()
  return { ...page, rows: page.rows.map(({ id: _, ...version }) => version) }
}

const SELECT_VERSION = sql`select v.content_id as id, v.number, v.title, p.full_name as author, v.created_at as "createdAt"
  from content_versions v join content_items i on i.id = v.content_id and i.deleted_at is null
  left join profiles p on p.id = v.created_by`

const VersionRow = z.strictObject({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  author: z.string().nullable(),
  createdAt: z.date(),
})

export async function findVersion(
  ctx: Context,
  id: string,
  number: number,
): Promise<ContentVersion & { content: ContentFields }> {
  const item = await findContent(ctx, id)
  const [row] = await query(ctx.db, VersionRow)`
    ${SELECT_VERSION} where v.content_id = ${id} and v.number = ${number}`
  if (!row) throw new Refusal('not_found', 'This version doesn’t exist.')
  const { id: _, ...version } = row
  return { ...version, content: await selectFields(ctx.db, item, number) }
}

/** What restoring the version would remove from the draft and add to it. */
export async function compareWithDraft(ctx: Context, id: string, number: number): Promise<LineChange[]> {
  const { content } = await findContent(ctx, id)
  const version = await findVersion(ctx, id, number)
  return diffLines(contentLines(content), contentLines(version.content))
}
