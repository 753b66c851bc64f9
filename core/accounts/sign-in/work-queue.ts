import { TooManyRequests } from '#core/errors.ts'

type QueueState = { running: number; waiting: (() => void)[] }

export function createWorkQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const queues = new Map<string, QueueState>()

  return async function enqueue<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= concurrency) {
      if (queue.waiting.length >= maxWaiting) {
        throw new TooManyRequests('The store is very busy right now. Please try again in a moment.', 5)
      }
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else queue.running++
    try {
      return await work()
    } finally {
      // Hands the slot directly to the next in line, so that no newcomer takes it.
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
