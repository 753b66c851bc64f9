import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/** Gives page requests priority over background work on the same cores. */
export function lowerThreadPriority(thread = 0): void {
  // Only Linux has priorities per thread; elsewhere this would slow the whole process.
  if (process.platform !== 'linux') return
  // An unprivileged process can't raise a priority again.
  setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL))
}

/** Images are resized on libuv's pool; threads started from there inherit the priority. */
export async function lowerPoolPriority(): Promise<void> {
  // Reading the directory runs on the pool, so the pool exists by then.
  for (const id of await readdir(THREADS).catch(() => [])) {
    const name = await readFile(`${THREADS}/${id}/comm`, 'utf8').catch(() => '')
    if (name.startsWith('libuv-worker')) lowerThreadPriority(Number(id))
  }
}
