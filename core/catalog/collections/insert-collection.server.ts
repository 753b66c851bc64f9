import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { slugify } from '../product-draft.ts'
import { type CollectionDraft, MAX_COLLECTIONS } from './collection.ts'

/** One change at a time, so that the limit holds. */
export async function lockCollections(tx: Db): Promise<void> {
  await execute(tx)`lock table collections in share row exclusive mode`
}

/** Without its products. The caller holds the lock. */
export async function insertCollection(tx: Db, draft: CollectionDraft, createdAt: Date): Promise<string> {
  const [count = 0] = await queryColumn(tx, z.int())`select count(*)::int from collections`
  if (count >= MAX_COLLECTIONS)
    throw new Refusal('conflict', `A store has at most ${MAX_COLLECTIONS} collections. Delete one first.`)
  const id = newId('collection')
  const slug = draft.slug || (await freeSlug(tx, draft.name, id))
  await execute(tx)`
    insert into collections (id, name, slug, description, picture_id, hidden, rule, created_at)
    values (${id}, ${draft.name}, ${slug}, ${draft.description}, ${draft.pictureId}, ${draft.hidden},
      ${draft.rule && sql.json(draft.rule)}, ${createdAt})`
  return id
}

/** The caller holds the lock. Every page may link to a collection. */
export async function noteCollectionsChange(tx: Db): Promise<void> {
  await execute(tx)`select catalog_note_change('collections'), catalog_note_change('settings')`
}

async function freeSlug(tx: Db, name: string, id: string): Promise<string> {
  const slug = slugify(name, 'collection')
  const isTaken = await execute(tx)`select from collections where slug = ${slug}`
  return isTaken ? `${slug}-${id.slice(-6)}` : slug
}
