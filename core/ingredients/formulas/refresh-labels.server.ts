import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'

/** Formulas whose day has come. Returns how many. */
export async function applyPendingFormulas(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await queryColumn(tx, z.string())`
      update formulas set pending = false where pending and valid_from <= ${now} returning id`
    if (due.length) await execute(tx)`select labels_refresh_soon(formula_products(${due}))`
    return due.length
  })
}

const PAGE = 500

/** All labels, page by page. Only those that have changed are written. */
export async function refreshLabels(db: Db): Promise<void> {
  let last = ''
  for (;;) {
    const ids = await queryColumn(db, z.string())`
      select product_id from product_labels where product_id > ${last} order by product_id limit ${PAGE}`
    if (ids.length) await execute(db)`select labels_refresh(${ids})`
    const next = ids.at(-1)
    if (next === undefined || ids.length < PAGE) return
    last = next
  }
}
