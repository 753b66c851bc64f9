import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connect } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { pgbackrest } from '#scripts/cluster/database.ts'
import { storeEnvironment } from '#scripts/cluster/machine-processes.ts'
import { restore, stopRestored } from '#scripts/cluster/restore.ts'
import { lastApp } from '#scripts/cluster/start-stop.ts'
import type { Fault } from './fault.ts'

const Checksum = z.strictObject({ table: z.string(), count: z.int(), checksum: z.string() })

// Rows that are written once. Of orders, only these columns stay the same.
const TABLES = ['order_items', 'order_steps', 'stock_movements', 'accounting_lines']
const ORDER_COLUMNS = 'o.id, o.number, o.total_amount, o.shipping_address, o.created_at'

export const RESTORE: Fault = {
  name: 'full backup, then a restore to a second that has passed',
  async inject() {
    await pgbackrest('backup', '--type=full')
    await sleep(5000)
    const time = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}+00`
    await sleep(5000)
    const startedAt = performance.now()
    const url = await restore(time)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const liveUrl = storeEnvironment(lastApp()).DATABASE_DIRECT_URL ?? ''
    const expected = await readChecksums(liveUrl, sql`pg_xact_commit_timestamp(xmin) <= ${time}::timestamptz`)
    // Everything that the restored database has, so a row that was written later would show.
    const restored = await readChecksums(url, sql`true`)
    const later = await readChecksums(liveUrl, sql`true`)
    console.error(`  ${time}`)
    for (const [index, { table, count, checksum }] of expected.entries())
      console.error(
        `  ${table}: ${count} of ${later[index]?.count} rows, ${checksum}, restored ${restored[index]?.checksum}`,
      )
    if (JSON.stringify(expected) !== JSON.stringify(restored)) throw new Error('The restored data differs')
    return { repair: stopRestored, note: `restored to ${time} in ${seconds} s, with equal checksums` }
  },
}

async function readChecksums(url: string, condition: Sql): Promise<z.infer<typeof Checksum>[]> {
  const { db, close } = connect({ url, max: 1 })
  const checksum = sql`count(*)::integer as count, md5(coalesce(string_agg(md5(row), '' order by row), '')) as checksum`
  const readTable = (table: string) => query(db, Checksum)`
    select ${table} as table, ${checksum} from (
      select ${sql.raw(table)}::text as row from ${sql.raw(table)} where ${condition}) rows`
  try {
    const rows = await query(db, Checksum)`
      select 'orders' as table, ${checksum} from (
        select (${sql.raw(ORDER_COLUMNS)})::text as row from orders o
        where o.id in (select order_id from order_items where ${condition})) rows`
    for (const table of TABLES) rows.push(...(await readTable(table)))
    return rows
  } finally {
    await close()
  }
}
