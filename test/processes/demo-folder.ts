import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { inject, vi } from 'vitest'
import { seedDemoFolder } from './running-store.ts'
import { createDataFolder } from './store-processes.ts'

/** A data folder with the demo, which is removed when the test ends. All test files share one, which takes a minute or two to seed. */
export async function createDemoFolder(): Promise<string> {
  const template = path.join(inject('demoFolder'), 'demo')
  if (!existsSync(template) && isFirst(`${template}.lock`)) {
    await seedDemoFolder(`${template}.unfinished`)
    renameSync(`${template}.unfinished`, template)
  }
  await vi.waitUntil(() => existsSync(template), { timeout: 240_000, interval: 100 })
  const data = createDataFolder()
  cpSync(template, data, { recursive: true })
  return data
}

function isFirst(lock: string): boolean {
  return mkdirSync(lock, { recursive: true }) !== undefined
}
