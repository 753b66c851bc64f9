import {
  createChildProcess,
  TaskOutOfMemory,
  TaskTimedOut,
} from '#core/child-process/child-process.server.ts'
import { invalidInput } from '#core/errors.ts'
import { MINUTE_MS } from '#core/time-units.ts'
import type { importTasks } from './import-tasks.ts'

export const runImportTask = createChildProcess<typeof importTasks>({
  folder: import.meta.dirname,
  name: 'import-process',
  timeLimits: {
    inspectImport: MINUTE_MS,
    readImport: 3 * MINUTE_MS,
    readTable: MINUTE_MS,
    listZipEntries: MINUTE_MS,
    extractZipEntry: MINUTE_MS,
  },
})

export function explainUnreadable(error: unknown): never {
  const [isSlow, isLarge] = [error instanceof TaskTimedOut, error instanceof TaskOutOfMemory]
  if (!isSlow && !isLarge) throw error
  const problem = isSlow ? 'takes too long' : 'needs too much memory'
  throw invalidInput('file', `This file ${problem} to read. Split it into smaller files, then upload them.`)
}
