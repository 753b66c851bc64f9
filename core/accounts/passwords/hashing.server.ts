import { timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '../sign-in/work-queue.ts'
import { formatHash, isOutdated, type KeyRequest, newParameters, parseHash } from './password-hash.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  /** Takes as long without a hash, so that timing doesn't reveal which accounts have one. */
  verify(credentials: { hash: string | null; password: string }): Promise<boolean>
  isOutdated(hash: string): boolean
}

const THREAD_FILE = path.join(import.meta.dirname, 'hashing-thread.ts')

/** A hash takes a tenth of a second of CPU, so one low-priority thread computes all hashes, behind a bounded queue. */
export function createHashing({ maxWaiting = 100, thread = THREAD_FILE } = {}): Hashing {
  const enqueue = createWorkQueue({ concurrency: 1, maxWaiting })
  const runOnThread = createHashingThread(thread)
  const deriveKey = (request: KeyRequest) => enqueue('', () => runOnThread(request))
  return {
    async hash(password) {
      const parameters = newParameters()
      return formatHash(parameters, await deriveKey({ password, parameters }))
    },
    async verify({ hash, password }) {
      const expected = hash ? parseHash(hash) : undefined
      const actual = await deriveKey({ password, parameters: expected?.parameters ?? newParameters() })
      return expected?.key.length === actual.length && timingSafeEqual(expected.key, actual)
    },
    isOutdated,
  }
}

/** Starts at the first request. If the thread dies, its request fails and the next one starts a new thread. */
function createHashingThread(file: string): (request: KeyRequest) => Promise<Uint8Array> {
  let worker: Worker | undefined
  let pending: { resolve(key: Uint8Array): void; reject(reason: Error): void } | undefined

  function start(): Worker {
    const thread = new Worker(file, { env: {} })
    const onExit = (reason: Error) => {
      if (worker !== thread) return
      worker = undefined
      pending?.reject(reason)
    }
    thread.on('message', (key: Uint8Array) => {
      // An idle thread must not keep the process alive.
      thread.unref()
      pending?.resolve(key)
    })
    thread.on('error', onExit)
    thread.on('exit', (code) => onExit(new Error(`Hashing thread exited with code ${code}`)))
    return thread
  }

  return (request) =>
    new Promise((resolve, reject) => {
      pending = { resolve, reject }
      worker ??= start()
      worker.ref()
      worker.postMessage(request)
    })
}
