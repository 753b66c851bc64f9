import { afterAll, beforeAll } from 'vitest'
import { createSeededDatabase } from './demo-database.ts'
import type { TestDatabase } from './test-database.ts'

export { SEEDED } from './demo-database.ts'

/** One demo for all tests of a file. Returns a function that queries its database. */
export function seededDemo(): <Row extends object>(query: string) => Promise<Row[]> {
  let demo: TestDatabase
  beforeAll(async () => {
    demo = await createSeededDatabase()
  }, 120_000)
  afterAll(() => demo.drop())
  return async <Row extends object>(query: string) => (await demo.client.query<Row>(query)).rows
}
