import { setPriority } from 'node:os'
import sharp from 'sharp'
import type { TaskRequest, TaskResponse } from './picture-task.server.ts'
import { pictureTasks } from './picture-tasks.ts'

/** The entry point of the picture process. It exits when the process that started it disconnects or dies. */
const LOW_PRIORITY = 10
setPriority(LOW_PRIORITY)
sharp.cache(false)

let resizing: Promise<unknown> = Promise.resolve()

process.on('message', async ({ id, task, parameters }: TaskRequest) => {
  const run = pictureTasks[task] as (...parameters: unknown[]) => Promise<unknown>
  // Pictures are resized one after the other, as each takes up to 100 MB; uploads that are inspected don't wait.
  const running = task === 'resize' ? resizing.then(() => run(...parameters)) : run(...parameters)
  if (task === 'resize') resizing = running.catch(() => {})
  const response: TaskResponse = await running.then(
    (result) => ({ id, result }),
    (error: Error) => ({ id, error: error.message }),
  )
  process.send?.(response)
})
process.on('disconnect', () => process.exit())
