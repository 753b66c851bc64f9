import { setTimeout as sleep } from 'node:timers/promises'

/** Fails with the store's output when a wait takes longer than its limit. The signal ends the wait. */
export async function waitFor<Result>(
  store: { output(): string },
  event: string,
  limit: number,
  wait: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { signal } = controller
  const timeout = sleep(limit, undefined, { signal }).then(() => {
    throw new Error(`Waited ${limit / 1000} s for ${event}. The output of the store:\n${store.output()}`)
  })
  return Promise.race([wait(signal), timeout]).finally(() => controller.abort())
}
