import { test as base } from 'vitest'
import type { Context } from '#core/context.ts'
import { buildActor } from './accounts.ts'
import { buildContext } from './context.ts'
import { lendDatabase } from './lent-database.ts'

export { expect } from 'vitest'

export const testWithDatabase = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await lendDatabase()
    onCleanup(database.giveBack)
    return database
  })
  .extend('connection', { scope: 'file' }, ({ database }) => database.connection)
  .extend('owner', { scope: 'file' }, ({ database }) => database.client)
  .extend('ctx', async ({ connection }): Promise<Context> => buildContext(connection))

/** `test` with one database per file, for tests that look only at rows they built. */
export const test = testWithDatabase
  .extend('admin', async ({ ctx }): Promise<Context> => {
    return { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  })
  .extend('customer', async ({ ctx }): Promise<Context> => ({ ...ctx, actor: await buildActor(ctx.db) }))
