import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import { Refusal } from '../errors.ts'
import {
  type AdminContent,
  CONTENT_KINDS,
  ContentFields,
  type ContentSummary,
  NAVIGATION,
} from './content.ts'
import { defaultContent } from './default-content.ts'

export const SELECT_CONTENT = sql`select i.id, i.kind, i.slug, v.title, i.built_in as "isBuiltIn", i.navigation, i.version,
    i.draft_number as "draftNumber", i.published_number as "publishedNumber", i.scheduled_number as "scheduledNumber",
    i.publish_at as "publishAt", i.first_published_at as "firstPublishedAt", i.published_at as "publishedAt",
    i.created_at as "createdAt", i.updated_at as "updatedAt"
  from content_items i join content_versions v on v.content_id = i.id and v.number = i.draft_number`

export const ContentRow = z.strictObject({
  id: z.string(),
  kind: z.enum(CONTENT_KINDS),
  slug: z.string(),
  title: z.string(),
  isBuiltIn: z.boolean(),
  navigation: z.enum(NAVIGATION),
  version: z.int(),
  draftNumber: z.int(),
  publishedNumber: z.int().nullable(),
  scheduledNumber: z.int().nullable(),
  publishAt: z.date().nullable(),
  firstPublishedAt: z.date().nullable(),
  publishedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ContentRow = z.infer<typeof ContentRow>

export function toContentSummary(row: ContentRow): ContentSummary {
  return { ...row, status: statusOf(row) }
}

function statusOf({ draftNumber, publishedNumber, scheduledNumber }: ContentRow): ContentSummary['status'] {
  if (scheduledNumber !== null) return 'scheduled'
  if (publishedNumber === null) return 'draft'
  return publishedNumber === draftNumber ? 'published' : 'changed'
}

export async function selectContent(db: Db, id: string): Promise<AdminContent> {
  const [row] = await query(db, ContentRow)`${SELECT_CONTENT} where i.id = ${id} and i.deleted_at is null`
  if (!row) throw contentNotFound()
  return { ...toContentSummary(row), content: await selectFields(db, row, row.draftNumber) }
}

type VersionedItem = Pick<ContentRow, 'id' | 'kind' | 'slug'>

export async function selectFields(db: Db, item: VersionedItem, number: number): Promise<ContentFields> {
  const [fields] = await queryColumn(db, z.json())`
    select fields from content_versions where content_id = ${item.id} and number = ${number}`
  if (fields === undefined) throw new Refusal('not_found', 'This version doesn’t exist.')
  return parseFields(item, fields)
}

/** An older release may have saved the fields. */
export function parseFields(item: Omit<VersionedItem, 'id'>, fields: unknown): ContentFields {
  return fields === null ? defaultContent(item) : ContentFields.parse({ kind: item.kind, fields })
}

export const contentNotFound = () => new Refusal('not_found', 'This page no longer exists.')
