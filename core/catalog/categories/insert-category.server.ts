import { z } from 'zod'
import { insertAuditEntry } from '#core/audit/audit.server.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { slugify } from '../product-draft.ts'
import { selectCategories } from './categories.server.ts'
import { findCategory, type NamedCategory } from './category.ts'
import { CategoryDraft, MAX_CATEGORIES } from './category-draft.ts'

/** One change at a time, so that positions and the limit hold. Products can be written meanwhile. */
export async function lockCategories(tx: Db): Promise<void> {
  await execute(tx)`lock table categories in share row exclusive mode`
}

/** The caller holds the lock. */
export async function insertCategory(tx: Db, draft: CategoryDraft): Promise<string> {
  const [last = 0, count = 0] = await queryColumn(tx, z.int().nullable())`
    select unnest(array[max(position), count(*)::int]) from categories`.then((row) => row.map((n) => n ?? 0))
  if (count >= MAX_CATEGORIES)
    throw new Refusal('conflict', `A store has at most ${MAX_CATEGORIES} categories. Delete one first.`)
  const id = newId('category')
  await execute(tx)`
    insert into categories (id, name, slug, description, picture_id, hidden, parent_id, position)
    values (${id}, ${draft.name}, ${draft.slug || (await freeSlug(tx, draft.name, id))}, ${draft.description},
      ${draft.pictureId}, ${draft.hidden}, ${draft.parentId}, ${last + 1})`
  return id
}

async function freeSlug(tx: Db, name: string, id: string): Promise<string> {
  const slug = slugify(name, 'category')
  const isTaken = await execute(tx)`select from categories where slug = ${slug}`
  return isTaken ? `${slug}-${id.slice(-6)}` : slug
}

type Author = { actorId: string | null; requestId: string | null }

type AddedCategory = { name: string; parent: string | null }

/**
 * For an import, whose job has no context and holds the lock. Parents that are missing are created, too. Names beyond the
 * limit are left out. Returns all categories.
 */
export async function insertCategories(
  tx: Db,
  added: AddedCategory[],
  author: Author,
): Promise<NamedCategory[]> {
  const known: (NamedCategory & { id: string; parentId: string | null })[] = await selectCategories(tx)

  async function insert(name: string, parentId: string | null): Promise<void> {
    if (known.length >= MAX_CATEGORIES || findCategory(known, name)) return
    const draft = CategoryDraft.parse({ name, parentId })
    const subject = await insertCategory(tx, draft)
    const entry = { action: 'product-category-created', subject, after: draft }
    await insertAuditEntry(tx, { ...entry, at: new Date(), ...author })
    known.push({ id: subject, name, slug: draft.slug, formerNames: [], parentId })
  }

  for (const { name, parent } of added) {
    if (parent) await insert(parent, null)
    const inside = findCategory(known, parent)
    await insert(name, inside?.parentId ?? inside?.id ?? null)
  }
  return selectCategories(tx)
}
