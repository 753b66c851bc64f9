import { randomBytes, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '../sign-in/work-queue.ts'
import type { HashRequest } from './hashing-thread.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  verify(credentials: { hash: string; password: string }): Promise<boolean>
}

const THREAD_FILE = path.join(import.meta.dirname, 'hashing-thread.ts')

/** A hash takes a tenth of a second of CPU, so one low-priority thread computes all hashes, behind a bounded queue. */
export function createHashing({ maxWaiting = 100, thread = THREAD_FILE } = {}): Hashing {
  const enqueue = createWorkQueue({ concurrency: 1, maxWaiting })
  const runOnThread = createHashingThread(thread)
  const deriveKey = (password: string, salt: string) => enqueue('', () => runOnThread({ password, salt }))
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${await deriveKey(password, salt)}`
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split(':')
      const actual = Buffer.from(await deriveKey(password, salt), 'hex')
      const expected = Buffer.from(key, 'hex')
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}

/** Starts at the first request. If the thread dies, its request fails and the next one starts a new thread. */
function createHashingThread(file: string): (request: HashRequest) => Promise<string> {
  let worker: Worker | undefined
  let pending: { resolve(key: string): void; reject(reason: Error): void } | undefined

  function start(): Worker {
    const thread = new Worker(file)
    const onExit = (reason: Error) => {
      if (worker !== thread) return
      worker = undefined
      pending?.reject(reason)
    }
    thread.on('message', (key: string) => {
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
