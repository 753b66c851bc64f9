import { expect, test } from 'vitest'
import { createProvider } from '#test/payments/test-provider.ts'
import { ProviderRejection, UncertainOutcome } from './payment.ts'
import { stopAtOutage } from './provider-outage.ts'

function failingProvider(error: Error) {
  const requests: string[] = []
  const fail = (name: string) => async (): Promise<never> => {
    requests.push(name)
    throw error
  }
  const failures = {
    findSession: fail('find'),
    expireSession: fail('expire'),
    listRefunds: fail('refunds'),
  }
  return { requests, ...stopAtOutage({ ...createProvider(), ...failures }) }
}

test('after one request without a clear result, the others fail without being sent', async () => {
  const timeout = new UncertainOutcome('timed out')
  const { provider, hasOutage, requests } = failingProvider(timeout)
  expect(hasOutage()).toBe(false)
  await expect(provider.expireSession('cs_1')).rejects.toBe(timeout)
  await expect(provider.findSession('cs_2')).rejects.toBe(timeout)
  await expect(provider.listRefunds('pi_1')).rejects.toBe(timeout)
  expect([requests, hasOutage()]).toEqual([['expire'], true])
})

test('a rejected request is no outage, so the next one is sent', async () => {
  const { provider, hasOutage, requests } = failingProvider(new ProviderRejection('No such session'))
  for (const id of ['cs_1', 'cs_2'])
    await expect(provider.findSession(id)).rejects.toBeInstanceOf(ProviderRejection)
  expect([requests, hasOutage()]).toEqual([['find', 'find'], false])
})

test('as long as the provider responds, its results are passed on', async () => {
  const working = createProvider()
  const { provider, hasOutage } = stopAtOutage(working)
  await expect(provider.findSession('cs_none')).rejects.toBeInstanceOf(ProviderRejection)
  expect(await provider.listRefunds('pi_none')).toEqual([])
  expect(hasOutage()).toBe(false)
})
