import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { pictureTasks } from './picture-tasks.ts'

type Tasks = typeof pictureTasks
type TaskName = keyof Tasks
export type TaskRequest = { id: number; task: TaskName; parameters: unknown[] }
export type TaskResponse = { id: number; result?: unknown; error?: string }

/** The picture is damaged, or not a picture. */
export class UnreadablePicture extends Error {}

const IDLE_TIME = 5000
const PROCESS_FILE = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'picture-process.ts')
  : path.resolve('build/server/picture-process.js')

type PictureProcess = {
  child: ChildProcess
  waiting: Map<number, { resolve(result: unknown): void; reject(error: Error): void }>
  idleTimer?: NodeJS.Timeout
}

let current: PictureProcess | undefined
let lastId = 0

/**
 * Decoding takes up to 200 MB, which a process that exits gives back, and a hostile picture can only crash that process.
 * It starts with the first task and exits when it is idle. If it dies, its tasks fail, and the next one starts another.
 */
export function runPictureTask<Name extends TaskName>(
  task: Name,
  ...parameters: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  return new Promise<unknown>((resolve, reject) => {
    current ??= startProcess()
    const { child, waiting, idleTimer } = current
    clearTimeout(idleTimer)
    // An idle process must not keep this one alive, but a task must.
    child.ref()
    child.channel?.ref()
    const request: TaskRequest = { id: ++lastId, task, parameters }
    waiting.set(request.id, { resolve, reject })
    child.send(request)
  }) as Promise<Awaited<ReturnType<Tasks[Name]>>>
}

function startProcess(): PictureProcess {
  // Without this process's environment, which contains secrets.
  const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' }
  const child = fork(PROCESS_FILE, { env, execArgv: [], serialization: 'advanced' })
  const started: PictureProcess = { child, waiting: new Map() }
  const fail = (error: Error) => {
    if (current === started) current = undefined
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  child.on('message', ({ id, result, error }: TaskResponse) => {
    const task = started.waiting.get(id)
    started.waiting.delete(id)
    if (!started.waiting.size) onIdle(started)
    if (error === undefined) task?.resolve(result)
    else task?.reject(new UnreadablePicture(error))
  })
  child.on('error', fail)
  child.on('exit', (code, signal) => fail(new Error(`The picture process exited (${signal ?? code})`)))
  return started
}

function onIdle(idle: PictureProcess): void {
  idle.child.unref()
  idle.child.channel?.unref()
  idle.idleTimer = setTimeout(() => {
    if (current === idle) current = undefined
    idle.child.disconnect()
  }, IDLE_TIME).unref()
}
