import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'

/** Triggers add new words immediately. This nightly job updates their counts and deletes unused ones. */
export async function countSearchWords(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Counting a million products takes longer than the default timeout.
    await execute(tx, sql`set local statement_timeout = 0`)
    await execute(tx, sql`select search_count_words()`)
  })
}
