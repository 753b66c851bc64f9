import { z } from 'zod'
import { insertAuditEntry } from '#core/audit/audit.server.ts'
import {
  CollectionDraft,
  MAX_COLLECTION_PRODUCTS,
  MAX_COLLECTIONS,
} from '#core/catalog/collections/collection.ts'
import {
  insertCollection,
  lockCollections,
  noteCollectionsChange,
} from '#core/catalog/collections/insert-collection.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { ImportRun, PendingRow } from '../import-run.server.ts'

type StoredCollection = z.infer<typeof StoredCollection>

const hasChanges = ({ after }: PendingRow) => after?.collections !== undefined

/** A row adds and removes what the check found, so that what staff chose since stays. */
function membershipChanges({ before, after }: PendingRow): { added: string[]; removed: string[] } {
  const [from, to] = [before?.collections ?? [], after?.collections]
  return {
    added: to?.filter((name) => !from.includes(name)) ?? [],
    removed: to ? from.filter((name) => !to.includes(name)) : [],
  }
}

/** The rows whose collections can't be written anymore. Before products are locked, as a change of a collection locks it first. */
export async function findUnwritableCollections(
  tx: Db,
  rows: PendingRow[],
  { newCollections }: ImportRun,
): Promise<PendingRow[]> {
  if (!rows.some(hasChanges)) return []
  await lockCollections(tx)
  const stored = await selectCollections(tx)
  const byName = new Map(stored.map((collection) => [collection.name.toLowerCase(), { ...collection }]))
  let room = MAX_COLLECTIONS - stored.length
  return rows.filter((row) => {
    const matches = membershipChanges(row).added.map((name) => {
      const key = name.toLowerCase()
      if (!byName.has(key) && newCollections.includes(name) && room-- > 0)
        byName.set(key, { name, isByRule: false, products: 0 })
      return byName.get(key)
    })
    const isWritable = matches.every(
      (match) => match && !match.isByRule && match.products < MAX_COLLECTION_PRODUCTS,
    )
    if (isWritable) for (const match of matches) if (match) match.products++
    return !isWritable
  })
}

/** Creates the collections that the check found missing and these rows need. */
export async function writeCollections(tx: Db, rows: PendingRow[], run: ImportRun): Promise<void> {
  const changes = rows.filter(hasChanges).map((row) => ({ ...membershipChanges(row), slug: row.slug }))
  if (!changes.length) return
  await createMissing(tx, new Set(changes.flatMap(({ added }) => added)), run)
  const toPairs = (kind: 'added' | 'removed') =>
    changes
      .flatMap(({ slug, [kind]: names }) => names.map((name) => ({ name, slug })))
      .map((pair, index) => ({ ...pair, index }))
  await execute(tx)`
    insert into collection_products (collection_id, product_id, position)
    select c.id, p.id, a.index + coalesce((select max(position) + 1 from collection_products where collection_id = c.id), 0)
    from json_to_recordset(${sql.json(toPairs('added'))}) as a (name text, slug text, index int)
      join collections c on lower(c.name) = lower(a.name) join products p on p.slug = a.slug
    on conflict do nothing`
  await execute(tx)`
    delete from collection_products chosen
    using json_to_recordset(${sql.json(toPairs('removed'))}) as r (name text, slug text)
      join collections c on lower(c.name) = lower(r.name) join products p on p.slug = r.slug
    where chosen.collection_id = c.id and chosen.product_id = p.id`
  const names = changes.flatMap(({ added, removed }) =>
    [...added, ...removed].map((name) => name.toLowerCase()),
  )
  // Someone who is editing one of them must not save over this.
  await execute(tx)`update collections set edition = edition + 1 where lower(name) = any(${names})`
  await noteCollectionsChange(tx)
}

async function createMissing(
  tx: Db,
  names: ReadonlySet<string>,
  { newCollections, startedBy, requestId }: ImportRun,
): Promise<void> {
  const stored = new Set((await selectCollections(tx)).map(({ name }) => name.toLowerCase()))
  for (const name of newCollections) {
    if (!names.has(name) || stored.has(name.toLowerCase())) continue
    const draft = CollectionDraft.parse({ name })
    const at = new Date()
    const subject = await insertCollection(tx, draft, at)
    const entry = { action: 'product-collection-created', subject, after: draft }
    await insertAuditEntry(tx, { ...entry, at, actorId: startedBy, requestId })
  }
}

function selectCollections(db: Db): Promise<StoredCollection[]> {
  return query(db, StoredCollection)`
    select name, rule is not null as "isByRule",
      (select count(*)::int from collection_products where collection_id = c.id) as products
    from collections c`
}

const StoredCollection = z.strictObject({ name: z.string(), isByRule: z.boolean(), products: z.int() })

export const COLLECTION_CHANGED =
  'Someone changed or filled up a collection of this product after the file was checked, so this row was skipped. Upload it again to review the changes.'
