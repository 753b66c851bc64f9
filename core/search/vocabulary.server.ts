import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** Triggers add new words immediately. This nightly job updates their counts and deletes unused ones. */
export async function countSearchWords(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Counting a million products takes longer than the default timeout.
    await execute(tx)`set local statement_timeout = 0`
    await execute(tx)`select search_count_words(), catalog_note_change('search words')`
  })
}
