import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { invalidInput, parseForm } from '../errors.ts'
import { type ContentFields, type ContentKind, HomeFields, PageFields, PostFields } from './content.ts'
import { contentReferences, contentText } from './content-text.ts'
import { parseRichText } from './rich-text.ts'

const MAX_REFERENCES = 60

export function parseContent(kind: ContentKind, fields: unknown): ContentFields {
  // First its limits, which take less time than the schema.
  if (kind !== 'home' && typeof fields === 'object' && fields && 'body' in fields) parseRichText(fields.body)
  const content = parseFields(kind, fields)
  const { pictureIds, productIds } = contentReferences(content)
  if (pictureIds.length > MAX_REFERENCES || productIds.length > MAX_REFERENCES)
    throw invalidInput('body', `Use at most ${MAX_REFERENCES} pictures and ${MAX_REFERENCES} products.`)
  return content
}

function parseFields(kind: ContentKind, fields: unknown): ContentFields {
  if (kind === 'home') return { kind, fields: parseForm(HomeFields, fields) }
  if (kind === 'page') return { kind, fields: parseForm(PageFields, fields) }
  return { kind, fields: parseForm(PostFields, fields) }
}

type NewVersion = { id: string; number: number; content: ContentFields; actorId: string | null; at: Date }

export async function insertVersion(tx: Db, { id, number, content, actorId, at }: NewVersion): Promise<void> {
  const { pictureIds, productIds } = contentReferences(content)
  const { title, description, text } = contentText(content)
  await execute(tx)`
    insert into content_versions
      (content_id, number, title, description, fields, picture_ids, product_ids, text, created_by, created_at)
    values (${id}, ${number}, ${title}, ${description}, ${sql.json(content.fields)}, ${pictureIds}, ${productIds},
      ${text}, ${actorId}, ${at})`
}
