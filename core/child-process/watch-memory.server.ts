import { readFile } from 'node:fs/promises'

const INTERVAL = 100

/**
 * Reports a process that takes more memory, that of its libraries included, until the returned function is called. A limit of
 * the system doesn't fit, because V8 reserves much more than it uses. Only Linux says what another process takes.
 */
export function watchMemory(pid: number, megabytes: number, onExceeded: () => void): () => void {
  const timer = setInterval(async () => {
    if ((await readMegabytes(pid)) > megabytes) onExceeded()
  }, INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}

async function readMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}
