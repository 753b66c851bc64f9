import { rmSync } from 'node:fs'
import path from 'node:path'
import { createDatabaseFolder } from '#test/database-folder.ts'
import { seedDemoFolder } from '#test/processes/running-store.ts'

/** Seeds the demo that each store starts with, unless `npm test` already has, or the stores seed databases of their own. */
export default async function prepareDemo(): Promise<() => void> {
  const sharedDemo = process.env.TEST_DEMO_FOLDER
  if (process.env.TEST_DATABASE_URL) return () => {}
  if (sharedDemo) {
    process.env.DEMO_TEMPLATE = path.join(sharedDemo, 'demo')
    return () => {}
  }
  const template = createDatabaseFolder('eternal-beauty-template-')
  await seedDemoFolder(template)
  process.env.DEMO_TEMPLATE = template
  return () => rmSync(template, { recursive: true, force: true })
}
