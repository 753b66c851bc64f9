import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { insist, mayEnterBackOffice } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { productImportRows, productImports, products } from './catalog.table.ts'
import { NOTHING_YET } from './keep-products.server.ts'

const BATCH = 500
const SPAN = 5000
const CHANGED_MEANWHILE =
  'Since this file was checked, some of its products were made or edited by somebody else. Nothing was taken in: send the file again and look.'

/** Does what the check said, all of it or nothing: bad rows stay out, and what was edited since is noticed. */
export async function runImport(ctx: Context, id: string): Promise<void> {
  const { id: actorId } = insist(mayEnterBackOffice, ctx.actor)
  try {
    await ctx.db.transaction(async (tx) => {
      const name = await claim(tx, id)
      await insistUnchanged(tx, id)
      await writeProducts(tx, id)
      const by = { actorId, note: `Import of ${name}`, requestId: ctx.requestId }
      for (const rows of await inSpans(tx, id)) {
        await moveStock(tx, rows, by)
        await auditRows(tx, rows, by)
      }
      await writeAudit(ctx, { action: 'products-imported', subject: id, after: { name } }, tx)
    })
  } catch (error) {
    if (isTaken(error)) throw new Refusal('conflict', CHANGED_MEANWHILE)
    throw error
  }
}

async function claim(tx: Db, id: string): Promise<string> {
  const [claimed] = await tx
    .update(productImports)
    .set({ state: 'done', doneAt: sql`now()` })
    .where(and(eq(productImports.id, id), eq(productImports.state, 'checked')))
    .returning({ name: productImports.name })
  if (!claimed) throw new Refusal('conflict', 'This file is taken in already, or is gone.')
  return claimed.name
}

async function insistUnchanged(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`select 1 from products p join product_import_rows r on r.slug = p.slug
    where r.import_id = ${id} and r.kind = 'changed' order by p.id for update of p`)
  const { rows } =
    await tx.execute(sql`select 1 from product_import_rows r left join products p on p.slug = r.slug
    where r.import_id = ${id} and (r.kind = 'changed' and p.edition is distinct from r.edition
      or r.kind = 'new' and p.id is not null) limit 1`)
  if (rows.length) throw new Refusal('conflict', CHANGED_MEANWHILE)
}

/** New ones are inserted, and meet a slug that was taken a moment ago as an error; the others are written over. */
async function writeProducts(tx: Db, importId: string): Promise<void> {
  for (const kind of ['new', 'changed'] as const) {
    for (let line = 0; ; ) {
      const rows = await tx
        .select({
          line: productImportRows.line,
          slug: productImportRows.slug,
          draft: productImportRows.draft,
        })
        .from(productImportRows)
        .where(
          and(
            eq(productImportRows.importId, importId),
            eq(productImportRows.kind, kind),
            gt(productImportRows.line, line),
            kind === 'changed' ? sql`${productImportRows.after} <> '{}'` : undefined,
          ),
        )
        .orderBy(asc(productImportRows.line))
        .limit(BATCH)
      const values = rows.flatMap(({ slug, draft }) =>
        draft ? [{ ...draft, ...NOTHING_YET, id: newId('product'), slug }] : [],
      )
      if (!values.length) break
      const writing = tx.insert(products).values(values)
      await (kind === 'new'
        ? writing
        : writing.onConflictDoUpdate({
            target: products.slug,
            set: { ...WRITTEN_OVER, edition: NEXT_EDITION },
          }))
      line = rows.at(-1)?.line ?? line
    }
  }
}

const NEXT_EDITION = sql`${products.edition} + 1`
const WRITTEN_OVER = Object.fromEntries(
  (
    [
      'name',
      'brand',
      'tagline',
      'description',
      'category',
      'price',
      'originalPrice',
      'sizeQuantity',
      'sizeUnit',
      'benefits',
      'ingredients',
      'howToUse',
      'keywords',
      'featured',
      'status',
    ] as const
  ).map((field) => [field, sql`excluded.${sql.identifier(products[field].name)}`]),
)

type By = { actorId: string; note: string; requestId: string }

/** The rows some thousand lines at a time, so that no statement takes too long. */
async function inSpans(tx: Db, id: string): Promise<SQL[]> {
  const { rows } = await tx.execute<{ last: number }>(
    sql`select coalesce(max(line), 0) as last from product_import_rows where import_id = ${id}`,
  )
  const spans = Math.ceil((rows[0]?.last ?? 0) / SPAN)
  return Array.from(
    { length: spans },
    (_, nth) => sql`r.import_id = ${id} and r.line > ${nth * SPAN} and r.line <= ${(nth + 1) * SPAN}`,
  )
}

/** By the difference to what there was when the file was checked: what was sold since stays sold. */
async function moveStock(tx: Db, within: SQL, by: By): Promise<void> {
  await tx.execute(sql`
    with moved as (
      select p.id, r.kind, greatest(r.stock_change, -s.available) as change
      from product_import_rows r join products p on p.slug = r.slug join stock_levels s on s.product_id = p.id
      where ${within} and r.kind in ('new', 'changed') and r.stock_change <> 0 order by p.id for update of s)
    insert into stock_movements (product_id, change, reason, actor_id, note)
    select id, change, case kind when 'new' then 'received' else 'counted' end, ${by.actorId}, ${by.note}
    from moved where change <> 0`)
}

async function auditRows(tx: Db, within: SQL, by: By): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (actor_id, action, subject, before, after, request_id)
    select ${by.actorId}, case r.kind when 'new' then 'product-created' else 'product-changed' end, p.id, r.before, r.after,
      ${by.requestId}
    from product_import_rows r join products p on p.slug = r.slug
    where ${within} and r.kind in ('new', 'changed') and r.after <> '{}' order by r.line`)
}

function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}

/** A check that nobody acted on is forgotten after a week; what was taken in stands in the audit. */
export async function forgetOldImports(db: Db): Promise<void> {
  await db.execute(sql`delete from product_imports where created_at < now() - interval '7 days'`)
}
