import { test as base } from 'vitest'
import type { Context } from '#core/context.ts'
import { connect } from '#db/connection.ts'
import { buildActor } from './accounts.ts'
import { buildContext } from './store.ts'
import { createTestDatabase } from './test-database.ts'

export { expect } from 'vitest'

export const testWithDatabase = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase()
    onCleanup(database.drop)
    return database
  })
  .extend('connection', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const connection = connect({ url: database.appUrl, max: 20 })
    // Opens connections, so that in a test of a race no request starts later than the others.
    await Promise.all(Array.from({ length: 8 }, () => connection.pool.query('select')))
    onCleanup(connection.close)
    return connection
  })
  .extend('owner', { scope: 'file' }, ({ database }) => database.client)
  .extend('ctx', async ({ connection }): Promise<Context> => buildContext(connection))

/** `test` with one database per file, for tests that look only at rows they built. */
export const test = testWithDatabase
  .extend('admin', async ({ ctx }): Promise<Context> => {
    return { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  })
  .extend('customer', async ({ ctx }): Promise<Context> => ({ ...ctx, actor: await buildActor(ctx.db) }))
