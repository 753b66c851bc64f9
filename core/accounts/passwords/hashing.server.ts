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

/** Each hash is a tenth of a second of a core: one at a time on a thread that yields, a queue with an end, and then a wait. */
export function createHashing({ waiting = 100, thread = THREAD_FILE } = {}): Hashing {
  const enqueue = createWorkQueue({ concurrency: 1, waiting })
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

/** Started at the first sum; one that dies takes its sum with it, and the next starts another. */
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
      // Idle, it keeps no process alive.
      thread.unref()
      pending?.resolve(key)
    })
    thread.on('error', onExit)
    thread.on('exit', (code) => onExit(new Error(`The hashing thread ended with status ${code}`)))
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
