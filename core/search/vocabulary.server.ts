import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/** New words are known at once; how common each is, and which have left the shop, is counted by night. */
export async function countSearchWords(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // A million products take longer than a page may.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select search_count_words()`)
  })
}
