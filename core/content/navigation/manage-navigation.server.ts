import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#core/audit/audit.server.ts'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { dropCachedPages } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import {
  type ArrangedLink,
  type Arrangement,
  initialArrangement,
  type Target,
  targetKey,
  withLinkedContent,
} from './arrangement.ts'
import { addressName } from './link-address.ts'
import {
  categoryTargets,
  fixedTargets,
  hasPosts,
  IS_LINKED,
  selectArrangement,
  selectCollectionTargets,
  selectContentRows,
  toContentTarget,
} from './navigation.server.ts'
import { readNavigationInput } from './navigation-input.ts'

/** The store leaves out links to what is hidden or deleted. */
export type AdminLink = ArrangedLink & { name: string; state: 'shown' | 'hidden' | 'deleted' }
export type AdminNavigation = {
  version: number
  /** False for the initial arrangement. */
  isArranged: boolean
  header: AdminLink[]
  columns: { heading: string; links: AdminLink[] }[]
  social: AdminLink[]
}

export async function findNavigation(ctx: Context): Promise<AdminNavigation> {
  requirePermission(ctx.actor, 'content.edit')
  return readNavigation(ctx)
}

/** What the owner can link to, by kind and name. */
export async function listLinkTargets(ctx: Context): Promise<Target[]> {
  requirePermission(ctx.actor, 'content.edit')
  return (await readTargets(ctx)).filter(({ isShown }) => isShown)
}

/** Replaces all links. Refuses if they changed since the caller read `version`. */
export async function saveNavigation(
  ctx: Context,
  version: number,
  input: unknown,
): Promise<AdminNavigation> {
  return changeNavigation(ctx, version, async (tx, before) => {
    const arrangement = readNavigationInput(input, {
      targets: await readTargets(tx),
      categories: await readCategories(tx),
      origin: ctx.settings.origin,
      saved: before,
    })
    await markLinkedContent(tx, arrangement)
    return arrangement
  })
}

/** The links as they were before the first change, with the pages that are linked now. */
export function resetNavigation(ctx: Context, version: number): Promise<AdminNavigation> {
  return changeNavigation(ctx, version, async () => null)
}

type Change = (tx: Context, before: AdminNavigation) => Promise<Arrangement | null>

async function changeNavigation(ctx: Context, version: number, change: Change): Promise<AdminNavigation> {
  return staffTransaction(ctx, 'content.edit', async (db) => {
    const tx = { ...ctx, db, reads: db }
    await execute(db)`lock table navigation in share row exclusive mode`
    const before = await readNavigation(tx)
    if (before.version !== version) throw new Refusal('conflict', NAVIGATION_CHANGED)
    const { arrangement: current } = await selectArrangement(tx)
    const arrangement = await change(tx, before)
    if (isDeepStrictEqual(arrangement, current)) return before
    await execute(db)`
      insert into navigation (arrangement, version) values (${arrangement && sql.json(arrangement)}, 1)
      on conflict (id) do update set arrangement = excluded.arrangement, version = navigation.version + 1`
    const after = await readNavigation(tx)
    await dropCachedPages(db)
    const record = { action: 'navigation-changed', subject: 'navigation' }
    await writeAudit(ctx, { ...record, before: summarize(before), after: summarize(after) }, db)
    return after
  })
}

const NAVIGATION_CHANGED =
  'Someone else just changed the menu or the footer, so your changes weren’t saved. Reload the page to see theirs.'

async function readNavigation(ctx: Context): Promise<AdminNavigation> {
  const { arrangement, version } = await selectArrangement(ctx)
  const content = await selectContentRows(ctx, IS_LINKED)
  const targets = await readTargets(ctx)
  const byKey = new Map(targets.map((target) => [targetKey(target), target]))
  for (const row of content) if (row.isDeleted) byKey.delete(targetKey({ type: row.kind, id: row.id }))
  const { header, columns, social } = arrangement
    ? withLinkedContent(arrangement, content)
    : initialArrangement(
        content.filter(({ isDeleted }) => !isDeleted),
        true,
      )
  const describe = (link: ArrangedLink): AdminLink => {
    if (link.type === 'address') return { ...link, name: addressName(link.address), state: 'shown' }
    const target = byKey.get(targetKey(link))
    if (!target) return { ...link, name: link.address, state: 'deleted' }
    return { ...link, address: target.path, name: target.name, state: target.isShown ? 'shown' : 'hidden' }
  }
  return {
    version,
    isArranged: arrangement !== null,
    header: header.map(describe),
    columns: columns.map(({ heading, links }) => ({ heading, links: links.map(describe) })),
    social: social.map(describe),
  }
}

async function readTargets(ctx: Context): Promise<Target[]> {
  // One after the other, as in a transaction.
  const fixed = fixedTargets(await hasPosts(ctx))
  const content = await selectContentRows(ctx, sql`i.deleted_at is null`)
  const categories = await categoryTargets(ctx)
  const collections = await selectCollectionTargets(ctx.db, sql`true`)
  return [...fixed, ...content.map(toContentTarget), ...categories, ...collections]
}

/** Pages say where the store links to them, so that their own screens agree. */
async function markLinkedContent({ db, now }: { db: Db; now: Date }, { header, columns }: Arrangement) {
  const ids = (links: ArrangedLink[]) => links.flatMap(({ type, id }) => (isContent(type) && id ? [id] : []))
  const inHeader = ids(header)
  const inFooter = ids(columns.flatMap(({ links }) => links))
  await execute(db)`
    with places as (
      select id, case when id = any(${inHeader}::text[]) then 'menu' when id = any(${inFooter}::text[]) then 'footer'
        else 'none' end as place
      from content_items where not built_in and deleted_at is null
    )
    update content_items i set navigation = place, version = version + 1, updated_at = ${now}
    from places where places.id = i.id and place <> navigation`
}

const isContent = (type: ArrangedLink['type']) => type === 'page' || type === 'post'

function summarize({ isArranged, header, columns, social }: AdminNavigation): object {
  const line = ({ label, name, address }: AdminLink) => `${label || name} (${address})`
  return {
    isArranged,
    header: header.map(line),
    footer: columns.map(({ heading, links }) => `${heading}: ${links.map(line).join(', ')}`),
    social: social.map(line),
  }
}
