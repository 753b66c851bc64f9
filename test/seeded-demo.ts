import { afterAll, beforeAll } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The date on which the demo was seeded. */
export const SEEDED = new Date('2026-11-20T13:07:00Z')

/** Seeds one demo for all tests of a file and returns a function that queries its database. */
export function seededDemo(): <Row extends object>(query: string) => Promise<Row[]> {
  let demo: TestDatabase
  beforeAll(async () => {
    demo = await createTestDatabase()
    const passwords = { admin: 'beauty-admin', customer: 'beauty-grace' }
    await seedDemo(demo.appUrl, { adminEmail: 'admin@eternalbeauty.example', passwords, now: SEEDED })
  })
  afterAll(() => demo.drop())
  return async <Row extends object>(query: string) => (await demo.client.query<Row>(query)).rows
}
