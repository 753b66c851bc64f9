import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/** Pages go first: a thread that computes for later takes what they leave of the cores. */
export function lowerThreadPriority(thread = 0): void {
  // On Linux alone a thread has a rank of its own; elsewhere this would slow the whole process.
  if (process.platform !== 'linux') return
  // Whoever is ranked lower already may not rise.
  setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL))
}

/** The same for the threads that pictures are sized on, and for those that these begin, which inherit it. */
export async function lowerPoolPriority(): Promise<void> {
  // The look itself is the pool's work, so that there is one by then.
  for (const id of await readdir(THREADS).catch(() => [])) {
    const name = await readFile(`${THREADS}/${id}/comm`, 'utf8').catch(() => '')
    if (name.startsWith('libuv-worker')) lowerThreadPriority(Number(id))
  }
}
