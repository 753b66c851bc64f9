import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { openDoors } from '#test/visitors.ts'
import { createHashing } from './hashing.server.ts'

// What tells, tells each time; what a busy machine adds, it does not.
const ROUNDS = 15

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

test('no door tells by its time, status, headers or words who has an account', {
  timeout: 120_000,
  retry: 4,
}, async ({ connection }) => {
  const doors = openDoors(connection, { hashing: createHashing({ atOnce: 2 }), env: { RATE_LIMITS: 'off' } })
  const known = await Promise.all(Array.from({ length: ROUNDS }, () => buildAccount(connection.db)))
  const asks = {
    'sign-in': (email: string) =>
      doors
        .visitor()
        .post('/api/v1/auth/token', { grant_type: 'password', email, password: 'wrong orchard' }),
    'sign-up': (email: string) => doors.visitor().post('/api/v1/auth/signup', { email, password: PASSWORD }),
    forgot: (email: string) => doors.visitor().post('/api/v1/auth/recover', { email }),
    resend: (email: string) => doors.visitor().post('/api/v1/auth/resend', { email }),
  }
  for (const [door, ask] of Object.entries(asks)) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (const [round, { email }] of known.entries()) {
      for (const [kind, address] of [
        ['known', email],
        ['unknown', `${door}${round}@nobody.example`],
      ] as const) {
        const began = performance.now()
        const answer = await ask(address)
        times[kind].push(performance.now() - began)
        answers.add(
          JSON.stringify([
            answer.status,
            [...answer.headers.keys()],
            (await answer.text()).replace(address, '').replace(/usr_\w{20}/, ''),
          ]),
        )
      }
    }
    expect([door, answers.size]).toEqual([door, 1])
    expect.soft(Math.abs(median(times.known) - median(times.unknown)), door).toBeLessThanOrEqual(10)
  }
})
