import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { isSlug } from '#core/catalog/product.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { type PlatformPage, platformPage } from './platform-paths.ts'
import {
  isRedirectTarget,
  MAX_REDIRECTS,
  pathProblem,
  type Redirect,
  TARGET_PROBLEM,
  toRedirectPath,
} from './redirect.ts'

/** Where an address leads that no page has: what the owner entered, or else the page that another platform had there. */
export async function findRedirect(ctx: Context, url: URL): Promise<string | null> {
  const withSearch = toRedirectPath(url.pathname + url.search)
  const path = toRedirectPath(url.pathname)
  if (path === null) return null
  const [target] = await queryColumn(ctx.reads ?? ctx.db, z.string())`
    select target from redirects where path = ${withSearch} or path = ${path}
    order by path = ${withSearch} desc limit 1`
  if (target) return target
  const page = platformPage(path)
  const address = page && (await findPage(ctx, page))
  return address === path ? null : address
}

async function findPage(ctx: Context, page: PlatformPage): Promise<string | null> {
  if ('path' in page) return page.path
  if ('categorySlug' in page) {
    const category = (await readCategories(ctx)).find(({ slug }) => slug === page.categorySlug)
    return category ? `/categories?${new URLSearchParams({ category: category.name })}` : null
  }
  return isSlug(page.product) ? findProductPage(ctx, page.product) : null
}

/** A product of another platform is a product or a family here. */
async function findProductPage({ db, reads = db }: Context, slug: string): Promise<string | null> {
  const [current] = await queryColumn(reads, z.string())`
    (select slug from products where slug = ${slug} and status = 'published')
    union all (select p.slug from families f join products p on p.family_id = f.id and p.status = 'published'
      where f.slug = ${slug} order by p.position, p.id limit 1)
    limit 1`
  return current ? `/product/${current}` : null
}

const ListedRedirect = z.strictObject({
  /** The path too, because lists select rows by it. */
  id: z.string(),
  path: z.string(),
  target: z.string(),
  createdAt: z.date(),
})
export type ListedRedirect = z.infer<typeof ListedRedirect>

const BY_PATH = sortBy('path', sql`r.path`, 'text', sql`r.path`)
const BY_DATE = sortBy('createdAt', sql`r.created_at`, 'timestamptz', sql`r.path`)

export async function listRedirects(ctx: Context, listQuery: ListQuery): Promise<ListPage<ListedRedirect>> {
  requirePermission(ctx.actor, 'content.edit')
  return listRows(ctx.db, ListedRedirect, listQuery, {
    select: sql`select r.path as id, r.path, r.target, r.created_at as "createdAt" from redirects r`,
    sorts: {
      newest: { ...BY_DATE, descending: true },
      path: BY_PATH,
      'path-down': { ...BY_PATH, descending: true },
    },
    searchText: sql`(r.path || ' ' || lower(r.target))`,
  })
}

/** All of them or none. A path that exists leads to the new target. */
export async function saveRedirects(ctx: Context, redirects: Redirect[]): Promise<number> {
  requirePermission(ctx.actor, 'content.edit')
  const byPath = new Map<string, string>()
  for (const [index, { path: address, target }] of redirects.entries()) {
    const path = toRedirectPath(address)
    const problem = pathProblem(path)
    if (problem || path === null) throw invalidInput(`redirects.${index}.path`, problem ?? '')
    if (!isRedirectTarget(target)) throw invalidInput(`redirects.${index}.target`, TARGET_PROBLEM)
    byPath.set(path, target)
  }
  if (!byPath.size) throw invalidInput('lines', 'Enter at least one address and where it leads.')
  const rows = [...byPath].map(([path, target]) => ({ path, target, to: toRedirectPath(target) }))
  return staffTransaction(ctx, 'content.edit', async (tx) => {
    // Two people who each add one half of a loop wait here.
    await execute(tx)`select pg_advisory_xact_lock(hashtext('redirects'))`
    await execute(tx)`
      insert into redirects (path, target, target_path, created_at)
      select path, target, "to", ${ctx.now} from json_to_recordset(${sql.json(rows)}) as r (path text, target text, "to" text)
      on conflict (path) do update set target = excluded.target, target_path = excluded.target_path`
    await refuseLoops(tx, [...byPath.keys()])
    const [count = 0] = await queryColumn(tx, z.int())`select count(*)::int from redirects`
    if (count > MAX_REDIRECTS)
      throw invalidInput(
        'lines',
        `A store has at most ${MAX_REDIRECTS.toLocaleString('en-US')} redirects. Delete some first.`,
      )
    await writeAudit(
      ctx,
      { action: 'content-redirects-saved', subject: 'redirects', after: { count: rows.length } },
      tx,
    )
    return rows.length
  })
}

const Loop = z.strictObject({ path: z.string() })

/** A browser gives up on a page that leads back to itself. */
async function refuseLoops(tx: Db, paths: string[]): Promise<void> {
  const [loop] = await query(tx, Loop)`
    with recursive steps as (
      select path as start, target_path as path from redirects where path = any(${paths}) and target_path is not null
      union select s.start, r.target_path from steps s join redirects r on r.path = s.path where r.target_path is not null
    ) select start as path from steps where path = start order by start limit 1`
  if (loop) throw invalidInput('lines', `${loop.path} would lead back to itself.`)
}

export async function deleteRedirects(ctx: Context, paths: string[]): Promise<void> {
  await staffTransaction(ctx, 'content.edit', async (tx) => {
    const deleted = await execute(tx)`delete from redirects where path = any(${paths})`
    if (!deleted) throw new Refusal('not_found', 'This redirect no longer exists.')
    await writeAudit(
      ctx,
      { action: 'content-redirects-deleted', subject: 'redirects', before: { paths } },
      tx,
    )
  })
}
