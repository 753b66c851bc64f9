import type { Db } from '#db/connection.ts'
import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { countStatements } from '#test/count-statements.ts'
import { startFakeGoogle } from '#test/http/fake-google.ts'
import { expect, fastHashing, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { removePassword } from '../account.server.ts'
import type { Hashing } from '../passwords/hashing.server.ts'

/** Each kind of account is the first of a pair, and the second. */
const PAIRS = 6

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

test('no endpoint reveals by work, status, headers, or text whether an account exists', {
  timeout: 60_000,
}, async ({ connection }) => {
  const hashing = countHashing()
  const countedStatements = countStatements(connection)
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { hashing, env: { RATE_LIMITS: 'off', ...env } })
  const post = (path: string, body: object) => server.visitor().post(`/api/v1/auth/${path}`, body)
  const endpoints: Record<string, (email: string) => Promise<Response>> = {
    'sign-in': (email) => post('token', { grant_type: 'password', email, password: 'wrong orchard' }),
    [WRITES_ACCOUNT]: (email) => post('signup', { email, password: PASSWORD }),
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

  /** Time is what the work takes: hashes, and statements, which each wait for the database. */
  async function observe(callEndpoint: (email: string) => Promise<Response>, email: string) {
    const [hashesBefore, statementsBefore] = [hashing.count(), countedStatements().length]
    const response = await callEndpoint(email)
    const statements = countedStatements().slice(statementsBefore).map(textOf).filter(isForAnEmail)
    const hashes = hashing.count() - hashesBefore
    const body = (await response.text()).replaceAll(email, '').replace(/usr_\w{20}/, '')
    const headers = [...response.headers].map(([name, value]) =>
      COMPARED_HEADERS.has(name) ? [name, value] : name,
    )
    return { visible: JSON.stringify([response.status, headers, body, hashes]), statements }
  }

  for (const [endpoint, callEndpoint] of Object.entries(endpoints)) {
    const visible = new Set<string>()
    const work = new Set<string>()
    const counts: number[] = []
    for (let pair = 0; pair < PAIRS; pair++) {
      const known = await accountKindFor(accountKinds, pair)()
      const unknown = `${endpoint}${pair}@nobody.example`
      for (const email of pair % 2 ? [known, unknown] : [unknown, known]) {
        const observed = await observe(callEndpoint, email)
        visible.add(observed.visible)
        work.add(observed.statements.join('\n'))
        counts.push(observed.statements.length)
      }
    }
    expect([endpoint, [...visible]]).toEqual([endpoint, [[...visible][0]]])
    if (endpoint === WRITES_ACCOUNT)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(ACCOUNT_STATEMENTS)
    else expect([endpoint, [...work]]).toEqual([endpoint, [[...work][0]]])
  }
})

/** A new account takes a few quick statements more than the hash that every sign-up waits for. */
const WRITES_ACCOUNT = 'sign-up'
const ACCOUNT_STATEMENTS = 3

const textOf = (statement: string) => statement.replace(/,"values":.*/, '')

/** The store's settings are read whenever their cache has expired. */
const isForAnEmail = (statement: string) => !statement.includes('from settings')

const COMPARED_HEADERS = new Set(['location', 'content-type', 'cache-control', 'retry-after'])

function accountKindFor(accountKinds: Record<string, () => Promise<string>>, pair: number) {
  const builders = Object.values(accountKinds)
  const kind = builders[Math.floor(pair / 2) % builders.length]
  if (!kind) throw new Error('No account kinds to compare')
  return kind
}
