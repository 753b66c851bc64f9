import { deepEqual } from 'node:assert/strict'
import { findDiscrepancies } from '#core/readiness/books-consistency.server.ts'
import type { Db } from '#db/connection.ts'

/** The same check that the doctor runs on money and stock. */
export async function expectBalancedBooks(db: Db): Promise<void> {
  deepEqual(await findDiscrepancies(db), [])
}
