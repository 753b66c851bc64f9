import { randomBytes, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Sum } from './hashing-thread.ts'
import { createTurns } from './turns.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

const SOURCE = path.join(import.meta.dirname, 'hashing-thread.ts')

/** Each hash is a tenth of a second of a core: one at a time on a thread that yields, a queue with an end, and then a wait. */
export function createHashing({ waiting = 100, thread = SOURCE } = {}): Hashing {
  const inTurn = createTurns({ atOnce: 1, waiting })
  const work = createThread(thread)
  const keyOf = (password: string, salt: string) => inTurn('', () => work({ password, salt }))
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${await keyOf(password, salt)}`
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split(':')
      const given = Buffer.from(await keyOf(password, salt), 'hex')
      const kept = Buffer.from(key, 'hex')
      return kept.length === given.length && timingSafeEqual(kept, given)
    },
  }
}

/** Started at the first sum; one that dies takes its sum with it, and the next starts another. */
function createThread(file: string): (sum: Sum) => Promise<string> {
  let worker: Worker | undefined
  let settle: { resolve(key: string): void; reject(reason: Error): void } | undefined

  function start(): Worker {
    const started = new Worker(file)
    const lost = (reason: Error) => {
      if (worker !== started) return
      worker = undefined
      settle?.reject(reason)
    }
    started.on('message', (key: string) => {
      // Idle, it keeps no process alive.
      started.unref()
      settle?.resolve(key)
    })
    started.on('error', lost)
    started.on('exit', (code) => lost(new Error(`The hashing thread ended with status ${code}`)))
    return started
  }

  return (sum) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
      worker ??= start()
      worker.ref()
      worker.postMessage(sum)
    })
}
