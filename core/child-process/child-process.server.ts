import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { Refusal, type RefusalCode } from '#core/errors.ts'
import { watchMemory } from './watch-memory.server.ts'

/** Their parameters and results must be serializable. */
export type Tasks = Record<string, (...parameters: never[]) => unknown>
export type TaskRequest = { id: number; task: string; parameters: unknown[] }
export type TaskResponse = {
  id: number
  result?: unknown
  error?: { message: string; code?: RefusalCode; fields?: Record<string, string> }
}

/** The task threw, which means that its input is damaged or not what it seems to be. */
export class TaskFailed extends Error {}
export class TaskTimedOut extends TaskFailed {}
export class TaskOutOfMemory extends TaskFailed {}
/** Killed, or out of memory. Whichever of its tasks was the cause, the others fail with it. */
export class ChildProcessExited extends Error {}

const IDLE_TIME = 5000
const MAX_HEAP_MEGABYTES = 256
/** Of the whole process. The largest picture that is allowed takes 1,100 MB. */
const MAX_MEMORY_MEGABYTES = 1536

type PendingTask = {
  request: TaskRequest
  timer?: NodeJS.Timeout
  resolve(result: unknown): void
  reject(error: Error): void
}
type RunningProcess = { child: ChildProcess; pending: Map<number, PendingTask>; idleTimer?: NodeJS.Timeout }
export type RunTask<All extends Tasks> = <Name extends keyof All & string>(
  task: Name,
  ...parameters: Parameters<All[Name]>
) => Promise<Awaited<ReturnType<All[Name]>>>

type ChildProcessOptions<All extends Tasks> = {
  /** The folder of the entry point's source, and its name without `.ts`. The build bundles it as `build/server/<name>.js`. */
  folder: string
  name: string
  /** In milliseconds. */
  timeLimits: Record<keyof All & string, number>
  maxMegabytes?: number
}

/**
 * Reads what people upload in a process of its own: a hostile file can only stop or crash that one, its memory is given back
 * when it exits, and it has no secrets. It starts with the first task and exits when it is idle. If it dies, its tasks fail,
 * and the next one starts another.
 */
export function createChildProcess<All extends Tasks>(options: ChildProcessOptions<All>): RunTask<All> {
  const { name, timeLimits, maxMegabytes = MAX_MEMORY_MEGABYTES } = options
  let current: RunningProcess | undefined
  let lastAlone: Promise<unknown> = Promise.resolve()
  let lastId = 0

  function start(): RunningProcess {
    const started: RunningProcess = { child: forkProcess(options), pending: new Map() }
    const { child, pending } = started
    const stopWatching = watchMemory(child.pid ?? 0, maxMegabytes, () => endLargeProcess(started))
    const fail = (error: Error) => {
      stopWatching()
      if (current === started) current = undefined
      for (const task of takeAll(pending)) task.reject(error)
    }
    child.on('message', ({ id, result, error }: TaskResponse) => {
      const task = pending.get(id)
      if (!task) return
      clearTimeout(task.timer)
      pending.delete(id)
      if (!pending.size) onIdle(started)
      if (error) task.reject(toError(error))
      else task.resolve(result)
    })
    child.on('error', fail)
    child.on('exit', (code, signal) => fail(new ChildProcessExited(`The ${name} exited (${signal ?? code})`)))
    return started
  }

  function onIdle(idle: RunningProcess): void {
    idle.child.unref()
    idle.child.channel?.unref()
    idle.idleTimer = setTimeout(() => {
      if (current === idle) current = undefined
      idle.child.disconnect()
    }, IDLE_TIME).unref()
  }

  function send(task: PendingTask): void {
    current ??= start()
    sendTo(current, task)
  }

  function sendTo(running: RunningProcess, task: PendingTask): void {
    clearTimeout(running.idleTimer)
    // An idle process must not keep this one alive, but a task must.
    running.child.ref()
    running.child.channel?.ref()
    running.pending.set(task.request.id, task)
    task.timer = setTimeout(() => endProcess(running, task), timeLimits[task.request.task])
    running.child.send(task.request)
  }

  /** The tasks behind the one that takes too long start over in another process. */
  function endProcess(running: RunningProcess, slow: PendingTask): void {
    if (current === running) current = undefined
    const tasks = takeAll(running.pending)
    running.child.kill('SIGKILL')
    slow.reject(new TaskTimedOut(`${slow.request.task} took too long`))
    for (const task of tasks) if (task !== slow) send(task)
  }

  /** One of its tasks takes too much memory. If there are several, each starts over in a process of its own. */
  function endLargeProcess(running: RunningProcess): void {
    if (current === running) current = undefined
    const tasks = takeAll(running.pending)
    running.child.kill('SIGKILL')
    const [task] = tasks
    if (task && tasks.length === 1)
      task.reject(new TaskOutOfMemory(`${task.request.task} took too much memory`))
    else for (const task of tasks) lastAlone = lastAlone.then(() => runAlone(task))
  }

  function runAlone({ request, resolve, reject }: PendingTask): Promise<void> {
    const alone = start()
    const result = new Promise<unknown>((resolve, reject) => sendTo(alone, { request, resolve, reject }))
    return result.then(resolve, reject).finally(() => alone.child.kill())
  }

  return (task, ...parameters) =>
    new Promise((resolve, reject) => {
      const settle = resolve as (result: unknown) => void
      send({ request: { id: ++lastId, task, parameters }, resolve: settle, reject })
    })
}

function forkProcess({ folder, name }: { folder: string; name: string }): ChildProcess {
  const isSource = import.meta.filename.endsWith('.ts')
  const file = isSource ? path.join(folder, `${name}.ts`) : path.resolve('build/server', `${name}.js`)
  // Without this process's environment, which contains secrets.
  const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' }
  const execArgv = [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`]
  return fork(file, { env, execArgv, serialization: 'advanced' })
}

function takeAll(pending: RunningProcess['pending']): PendingTask[] {
  const tasks = [...pending.values()]
  pending.clear()
  for (const { timer } of tasks) clearTimeout(timer)
  return tasks
}

function toError({ message, code, fields }: NonNullable<TaskResponse['error']>): Error {
  return code ? new Refusal(code, message, fields) : new TaskFailed(message)
}
