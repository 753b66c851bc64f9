import type { Db } from '#db/connection.ts'
import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { startFakeGoogle } from '#test/http/fake-google.ts'
import { expect, fastHashing, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { removePassword } from '../account.server.ts'
import type { Hashing } from '../passwords/hashing.server.ts'

const PAIRS = 30
const ROUNDS = 3
const GAP = 10

/** Hashes are counted, not timed: they take equally long for any password and would hide smaller differences. */
function countHashing() {
  let count = 0
  return {
    hash: (password: string) => {
      count++
      return fastHashing.hash(password)
    },
    verify: (credentials: Parameters<Hashing['verify']>[0]) => {
      count++
      return fastHashing.verify(credentials)
    },
    isOutdated: fastHashing.isOutdated,
    count: () => count,
  }
}

async function buildAccountWithoutPassword(db: Db): Promise<string> {
  const { id, email } = await buildAccount(db)
  await removePassword(db, id)
  return email
}

test('no endpoint reveals by timing, work, status, headers, or text whether an account exists', {
  timeout: 240_000,
}, async ({ connection }) => {
  const hashing = countHashing()
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { hashing, env: { RATE_LIMITS: 'off', ...env } })
  const post = (path: string, body: object) => server.visitor().post(`/api/v1/auth/${path}`, body)
  const endpoints: Record<string, (email: string) => Promise<Response>> = {
    'sign-in': (email) => post('token', { grant_type: 'password', email, password: 'wrong orchard' }),
    'sign-up': (email) => post('signup', { email, password: PASSWORD }),
    forgot: (email) => post('recover', { email }),
    resend: (email) => post('resend', { email }),
    // Only an unverified address can be someone else's.
    google: (email) => consent(server.visitor(), { sub: email, email, email_verified: false }),
  }
  const accountKinds: Record<string, () => Promise<string>> = {
    confirmed: async () => (await buildAccount(connection.db)).email,
    'not confirmed yet': async () => (await buildAccount(connection.db, { confirmed: false })).email,
    'without a password': () => buildAccountWithoutPassword(connection.db),
  }

  async function measure(callEndpoint: (email: string) => Promise<Response>, email: string) {
    const [hashes, startedAt] = [hashing.count(), performance.now()]
    const response = await callEndpoint(email)
    const duration = performance.now() - startedAt
    const body = (await response.text()).replaceAll(email, '').replace(/usr_\w{20}/, '')
    const headers = [...response.headers].map(([name, value]) =>
      COMPARED_HEADERS.has(name) ? [name, value] : name,
    )
    return { duration, visible: JSON.stringify([response.status, headers, body, hashing.count() - hashes]) }
  }

  async function measurePairs(
    endpoint: string,
    callEndpoint: (email: string) => Promise<Response>,
    round: number,
  ) {
    const gaps: number[] = []
    const results = new Set<string>()
    for (let pair = 0; pair < PAIRS; pair++) {
      const [known, unknown] = [
        await accountKindFor(accountKinds, pair)(),
        `${endpoint}${round}-${pair}@nobody.example`,
      ]
      // Other load affects both of a pair, and each goes first equally often.
      const first = await measure(callEndpoint, pair % 2 ? known : unknown)
      const second = await measure(callEndpoint, pair % 2 ? unknown : known)
      gaps.push(pair % 2 ? first.duration - second.duration : second.duration - first.duration)
      results.add(first.visible).add(second.visible)
    }
    expect([endpoint, [...results]]).toEqual([endpoint, [[...results][0]]])
    return Math.abs(median(gaps))
  }

  for (const [endpoint, callEndpoint] of Object.entries(endpoints)) {
    const gaps: number[] = []
    // A real leak shows in every round; noise from a busy machine doesn't.
    while (!gaps.some((gap) => gap <= GAP) && gaps.length < ROUNDS)
      gaps.push(await measurePairs(endpoint, callEndpoint, gaps.length))
    expect(Math.min(...gaps), `${endpoint}: ${gaps.join(', ')}`).toBeLessThanOrEqual(GAP)
  }
})

const COMPARED_HEADERS = new Set(['location', 'content-type', 'cache-control', 'retry-after'])

function accountKindFor(accountKinds: Record<string, () => Promise<string>>, pair: number) {
  const builders = Object.values(accountKinds)
  const kind = builders[Math.floor(pair / 2) % builders.length]
  if (!kind) throw new Error('No account kinds to compare')
  return kind
}

function median(numbers: number[]): number {
  return numbers.toSorted((first, second) => first - second)[Math.floor(numbers.length / 2)] ?? 0
}
