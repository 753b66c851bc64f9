import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runPictureTask } from '#core/media/processing/run-picture-task.server.ts'
import { isAlive } from '#db/embedded/pid-file.ts'
import type { busyTasks } from './busy-process.fixture.ts'
import {
  ChildProcessExited,
  createChildProcess,
  TaskFailed,
  TaskOutOfMemory,
  TaskTimedOut,
} from './child-process.server.ts'

const makePicture = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#a54a36' } })
    .png()
    .toBuffer()

/** IDs of the picture processes that this process started. */
function findProcesses(): number[] {
  try {
    const output = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'picture-process'], {
      encoding: 'utf8',
    })
    return output.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

/** A process that another test started doesn't have this test's environment and timers. */
beforeEach(async () => {
  const processes = findProcesses()
  for (const pid of processes) process.kill(pid, 'SIGKILL')
  await vi.waitUntil(() => !processes.some(isAlive), { timeout: 10_000 })
  vi.stubEnv('AUTH_SECRET', 'quiet orchard')
})

test('tasks that run at once each get their own result', async () => {
  const sizes = [40, 80, 120]
  const pictures = await Promise.all(sizes.map(makePicture))
  const results = await Promise.all(pictures.map((picture) => runPictureTask('readMetadata', picture)))
  expect(results.map(({ width }) => width)).toEqual(sizes)
  expect(findProcesses()).toHaveLength(1)
})

test('each size of a picture keeps its color and transparency', async () => {
  const background = { r: 200, g: 60, b: 40, alpha: 0.5 }
  const picture = await sharp({ create: { width: 900, height: 600, channels: 4, background } })
    .png()
    .toBuffer()
  const formats = ['avif', 'webp'] as const
  const sizes = [320, 640].flatMap((width) => formats.map((format) => ({ width, format })))
  const results = await runPictureTask('resize', picture, sizes)
  for (const [nth, { width }] of sizes.entries()) {
    const { data, info } = await sharp(results[nth]).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.channels]).toEqual([width, 4])
    for (const [channel, value] of [200, 60, 40, 128].entries())
      expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(8)
  }
})

test('a damaged picture fails its own task only', async () => {
  const picture = await makePicture(40)
  const [damaged, intact] = await Promise.allSettled([
    runPictureTask('makePreview', picture.subarray(0, 60)),
    runPictureTask('makePreview', picture),
  ])
  expect(damaged).toMatchObject({ status: 'rejected', reason: expect.any(TaskFailed) })
  expect(intact.status).toBe('fulfilled')
})

test('a task whose process is killed fails as a failure of the store, and the next one starts another', async () => {
  const picture = await makePicture(2400)
  const widths = [400, 800, 1200, 1600, 2400]
  const resizing = runPictureTask(
    'resize',
    picture,
    widths.map((width) => ({ width, format: 'avif' })),
  )
  const failure = resizing.catch((error: unknown) => error)
  const [pid] = findProcesses()
  expect(pid).toBeGreaterThan(0)
  process.kill(Number(pid), 'SIGKILL')
  const error = await failure
  expect(error).toEqual(new Error('The picture-process exited (SIGKILL)'))
  expect(error).not.toBeInstanceOf(TaskFailed)
  expect(await runPictureTask('readMetadata', picture)).toMatchObject({ width: 2400 })
})

test('the process gets no secrets from the environment', async () => {
  await runPictureTask('readMetadata', await makePicture(40))
  const [pid] = findProcesses()
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('AUTH_SECRET')
})

test('an idle process exits, and the next task starts another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const picture = await makePicture(40)
  await runPictureTask('readMetadata', picture)
  const [first] = findProcesses()
  vi.advanceTimersByTime(60_000)
  await runPictureTask('readMetadata', picture)
  await vi.waitUntil(() => !findProcesses().includes(Number(first)), { timeout: 10_000 })
  expect(findProcesses()).toHaveLength(1)
})

const busyProcess = {
  folder: import.meta.dirname,
  name: 'busy-process.fixture',
  timeLimits: {
    answer: 60_000,
    block: 500,
    fillMemory: 60_000,
    fillNativeMemory: 60_000,
    answerAgain: 60_000,
  },
}
const runBusyTask = createChildProcess<typeof busyTasks>({ ...busyProcess, maxMegabytes: 600 })

test('a task that takes too long ends its process, and the tasks behind it are done by another one', async () => {
  const blocking = runBusyTask('block').catch((error: unknown) => error)
  const behind = ['a', 'b'].map((value) => runBusyTask('answer', value))
  expect(await blocking).toEqual(new TaskTimedOut('block took too long'))
  expect(await Promise.all(behind)).toEqual(['a', 'b'])
})

test('a task that fills the memory ends its process only', async () => {
  await expect(runBusyTask('fillMemory')).rejects.toThrow(ChildProcessExited)
  expect(await runBusyTask('answer', 'c')).toBe('c')
})

test('a task that fills the memory of a library is ended, and the tasks beside it are done', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'tasks-')), 'first')
  onTestFinished(() => rm(path.dirname(folder), { recursive: true }))
  // Below what the heap may take, so that the process is large soon.
  const runInLittleMemory = createChildProcess<typeof busyTasks>({ ...busyProcess, maxMegabytes: 200 })
  const filling = runInLittleMemory('fillNativeMemory').catch((error: unknown) => error)
  const beside = runInLittleMemory('answerAgain', 'd', folder)
  expect(await filling).toEqual(new TaskOutOfMemory('fillNativeMemory took too much memory'))
  expect(await beside).toBe('d')
})
