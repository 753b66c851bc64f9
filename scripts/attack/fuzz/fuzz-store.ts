import { deepEqual } from 'node:assert/strict'
import { z } from 'zod'
import { findSessionEpoch } from '#core/accounts/sessions/end-sessions.server.ts'
import { startApiSession } from '#core/accounts/sessions/issue-session.server.ts'
import type { Connection } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildContext } from '#test/store.ts'
import { buildAccounts } from './accounts.ts'
import type { FuzzResponse } from './check-response.ts'
import { type Attacker, type FuzzReport, fuzzApi } from './fuzz-api.ts'
import type { FuzzRequest } from './generate-requests.ts'
import { type OpenApiDocument, readOperations } from './openapi.ts'

type StoreFuzzOptions = {
  connection: Connection
  document: OpenApiDocument
  send(request: FuzzRequest): Promise<FuzzResponse>
  seed: number
  /** Requests for each operation and role. */
  count: number
  /** Matches the names of the operations to test. */
  only?: RegExp
}

/** Fuzzes every operation as a guest, a customer, and an administrator, then checks what must still be true. */
export async function fuzzStore(options: StoreFuzzOptions): Promise<FuzzReport[]> {
  const { connection, document, send, seed, count, only = /./ } = options
  const operations = readOperations(document).filter(({ name }) => only.test(name))
  const ctx = buildContext(connection)
  const { customer, admin, known, secrets } = await buildAccounts(ctx)
  const accounts = await findAccounts(connection)
  const signIn = (userId: string) => async () => {
    const sessionEpoch = await findSessionEpoch(connection.db, userId)
    const { accessToken } = await startApiSession({ ...ctx, now: new Date() }, { userId, sessionEpoch })
    return { authorization: `Bearer ${accessToken}` }
  }
  const attack = (attacker: Attacker) => fuzzApi({ operations, attacker, known, seed, count, send })
  const guests = await attack({ role: 'guest', signIn: async () => ({}), secrets })
  const customers = await attack({ role: 'customer', signIn: signIn(customer.id), secrets })
  // Only administrators may change roles, and see customers.
  const accountsAfter = new Map((await findAccounts(connection)).map((account) => [account.id, account]))
  deepEqual(
    accounts.map(({ id }) => accountsAfter.get(id)),
    accounts,
  )
  const administrators = await attack({ role: 'administrator', signIn: signIn(admin.id), secrets: [] })
  await expectBalancedBooks(connection.db)
  return [guests, customers, administrators]
}

const Account = z.strictObject({ id: z.string(), email: z.string(), role: z.string() })

/** The accounts that exist, with what nobody else may change. */
function findAccounts({ db }: Connection) {
  return query(db, Account)`select id, email, role from profiles order by id`
}
