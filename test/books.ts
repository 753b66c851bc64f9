import { deepEqual } from 'node:assert/strict'
import { findDiscrepancies } from '#core/readiness/books-consistency.server.ts'
import type { Db } from '#db/connection.ts'

/** Whatever happened to this store, the doctor finds nothing wrong with its money and its stock. */
export async function expectBalancedBooks(db: Db): Promise<void> {
  deepEqual(await findDiscrepancies(db), [])
}
