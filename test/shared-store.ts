import { test as base } from 'vitest'
import type { Context } from '#core/context.ts'
import { connect } from '#db/connection.ts'
import { buildContext } from './store.ts'
import { createTestDatabase } from './test-database.ts'

export { expect } from 'vitest'

/** `test` with one database for all of a file: for tests that name what they build, and mind no neighbours. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs off its parameters
  .extend('connection', { scope: 'file' }, async ({}, { onCleanup }) => {
    const fresh = await createTestDatabase()
    const connection = connect({ url: fresh.url, max: 20 })
    onCleanup(async () => {
      await connection.close()
      await fresh.drop()
    })
    return connection
  })
  .extend('ctx', async ({ connection }): Promise<Context> => buildContext(connection))
