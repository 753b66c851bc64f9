import { eq } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { openGoogle } from '#test/google.ts'
import { expect, quickHashing, test } from '#test/store.ts'
import { openDoors } from '#test/visitors.ts'
import { authAccounts } from './accounts.table.ts'

const PAIRS = 30
const ROUNDS = 3
const GAP = 10

/** The costly part is counted, not timed: it takes as long for any password, and would drown what else may tell. */
function countedHashing() {
  let made = 0
  return {
    hash: (password: string) => {
      made++
      return quickHashing.hash(password)
    },
    verify: (given: { hash: string; password: string }) => {
      made++
      return quickHashing.verify(given)
    },
    count: () => made,
  }
}

async function withoutPassword(db: Db): Promise<string> {
  const { id, email } = await buildAccount(db)
  await db.delete(authAccounts).where(eq(authAccounts.userId, id))
  return email
}

test('no door tells by its time, work, status, headers or words who has an account', {
  timeout: 240_000,
}, async ({ connection }) => {
  const hashing = countedHashing()
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { hashing, env: { RATE_LIMITS: 'off', ...env } })
  const post = (path: string, body: object) => doors.visitor().post(`/api/v1/auth/${path}`, body)
  const asks: Record<string, (email: string) => Promise<Response>> = {
    'sign-in': (email) => post('token', { grant_type: 'password', email, password: 'wrong orchard' }),
    'sign-up': (email) => post('signup', { email, password: PASSWORD }),
    forgot: (email) => post('recover', { email }),
    resend: (email) => post('resend', { email }),
    // Whoever can show a checked address is its owner; anybody can show an unchecked one.
    google: (email) => consent(doors.visitor(), { sub: email, email, email_verified: false }),
  }
  const kinds: Record<string, () => Promise<string>> = {
    confirmed: async () => (await buildAccount(connection.db)).email,
    'not confirmed yet': async () => (await buildAccount(connection.db, { confirmed: false })).email,
    'without a password': () => withoutPassword(connection.db),
  }

  async function asked(ask: (email: string) => Promise<Response>, email: string) {
    const [hashes, began] = [hashing.count(), performance.now()]
    const answer = await ask(email)
    const took = performance.now() - began
    const words = (await answer.text()).replaceAll(email, '').replace(/usr_\w{20}/, '')
    const headers = [...answer.headers].map(([name, value]) => (SAME.has(name) ? [name, value] : name))
    return { took, told: JSON.stringify([answer.status, headers, words, hashing.count() - hashes]) }
  }

  async function askInPairs(door: string, ask: (email: string) => Promise<Response>, round: number) {
    const gaps: number[] = []
    const answers = new Set<string>()
    for (let pair = 0; pair < PAIRS; pair++) {
      const [known, unknown] = [await kindOf(kinds, pair)(), `${door}${round}-${pair}@nobody.example`]
      // Whatever else the machine does meets both of a pair, and each goes first as often as the other.
      const first = await asked(ask, pair % 2 ? known : unknown)
      const second = await asked(ask, pair % 2 ? unknown : known)
      gaps.push(pair % 2 ? first.took - second.took : second.took - first.took)
      answers.add(first.told).add(second.told)
    }
    expect([door, [...answers]]).toEqual([door, [[...answers][0]]])
    return Math.abs(median(gaps))
  }

  for (const [door, ask] of Object.entries(asks)) {
    const gaps: number[] = []
    // What a door tells it tells each time; what a busy machine adds comes and goes.
    while (!gaps.some((gap) => gap <= GAP) && gaps.length < ROUNDS)
      gaps.push(await askInPairs(door, ask, gaps.length))
    expect(Math.min(...gaps), `${door}: ${gaps.join(', ')}`).toBeLessThanOrEqual(GAP)
  }
})

const SAME = new Set(['location', 'content-type', 'cache-control', 'retry-after'])

function kindOf(kinds: Record<string, () => Promise<string>>, pair: number) {
  const all = Object.values(kinds)
  const kind = all[Math.floor(pair / 2) % all.length]
  if (!kind) throw new Error('There are no accounts to tell')
  return kind
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
