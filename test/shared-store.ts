import { test as base } from 'vitest'
import type { Context } from '#core/context.ts'
import { connect } from '#db/connection.ts'
import { buildContext } from './store.ts'
import { createTestDatabase } from './test-database.ts'

export { expect } from 'vitest'

/** `test` with one database per file, for tests that look only at rows they built. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  .extend('connection', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase()
    const connection = connect({ url: database.url, max: 20 })
    onCleanup(async () => {
      await connection.close()
      await database.drop()
    })
    return connection
  })
  .extend('ctx', async ({ connection }): Promise<Context> => buildContext(connection))
