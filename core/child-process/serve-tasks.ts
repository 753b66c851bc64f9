import { setPriority } from 'node:os'
import { Refusal } from '#core/errors.ts'
import type { TaskRequest, TaskResponse, Tasks } from './child-process.server.ts'

const LOW_PRIORITY = 10

/** In the child process. It exits when the process that started it disconnects or dies. */
export function serveTasks(tasks: Tasks): void {
  setPriority(LOW_PRIORITY)
  process.on('message', async ({ id, task, parameters }: TaskRequest) => {
    const response: TaskResponse = await run(tasks, task, parameters).then(
      (result: unknown) => ({ id, result }),
      (error: Error) => ({ id, error: toTaskError(error) }),
    )
    process.send?.(response)
  })
  process.on('disconnect', () => process.exit())
}

async function run(tasks: Tasks, task: string, parameters: unknown[]): Promise<unknown> {
  return tasks[task]?.(...(parameters as never[]))
}

function toTaskError(error: Error): TaskResponse['error'] {
  const { message } = error
  return error instanceof Refusal ? { message, code: error.code, fields: error.fields } : { message }
}
