import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPast, shopperDeadline, waitUntil } from './deadline.ts'
import { UncertainOutcome } from './payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

test('a shopper’s request waits eight seconds for the provider', async () => {
  const deadline = shopperDeadline()
  const waiting = waitUntil(deadline, never)
  const outcome = vi.fn()
  waiting.catch(outcome)
  await vi.advanceTimersByTimeAsync(7999)
  expect([outcome.mock.calls.length, isPast(deadline)]).toEqual([0, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(isPast(deadline)).toBe(true)
  await expect(waiting).rejects.toThrow('did not respond in time')
  await expect(waiting).rejects.toBeInstanceOf(UncertainOutcome)
})

test('a request that would start after the deadline is not sent', async () => {
  const deadline = shopperDeadline()
  await vi.advanceTimersByTimeAsync(8000)
  const send = vi.fn(async () => 'sent')
  await expect(waitUntil(deadline, send)).rejects.toBeInstanceOf(UncertainOutcome)
  expect(send).not.toHaveBeenCalled()
})

test('a job waits as long as the request takes', async () => {
  const slow = new Promise((resolve) => setTimeout(() => resolve('done'), 60_000))
  const waiting = waitUntil(undefined, () => slow)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await waiting).toBe('done')
  expect(isPast(undefined)).toBe(false)
})

test('a response in time is returned, an error in time is thrown as it is, and no timer is left', async () => {
  expect(await waitUntil(shopperDeadline(), async () => 'paid')).toBe('paid')
  const failing = async () => {
    throw new TypeError('bug')
  }
  await expect(waitUntil(shopperDeadline(), failing)).rejects.toBeInstanceOf(TypeError)
  expect(vi.getTimerCount()).toBe(0)
})
