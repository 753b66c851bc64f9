import { mkdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { serveTasks } from './serve-tasks.ts'

export const busyTasks = {
  answer: (value: string) => value,
  block: () => {
    for (;;);
  },
  fillMemory: () => {
    const texts: string[] = []
    for (;;) texts.push(`${Math.random()}`.repeat(1000).slice(1))
  },
  /** Only the second one answers. */
  answerAgain: async (value: string, folder: string) => {
    const isFirst = await mkdir(folder, { recursive: true })
    return isFirst ? new Promise<string>(() => {}) : value
  },
  /** As a library does: outside of the JavaScript heap. */
  fillNativeMemory: async () => {
    const blocks: Buffer[] = []
    for (let block = 0; block < 150; block++) {
      blocks.push(Buffer.alloc(8 * 1024 * 1024, 1))
      await setImmediate()
    }
  },
}
if (process.send) serveTasks(busyTasks)
