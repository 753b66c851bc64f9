import { deepEqual } from 'node:assert/strict'
import { z } from 'zod'
import type { Connection } from '#db/connection.ts'
import { query, queryColumn } from '#db/sql.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildContext } from '#test/store.ts'
import { buildAccounts, secretsFrom } from './accounts.ts'
import { buildPrograms, buildStaff, signInAs } from './attackers.ts'
import type { FuzzResponse } from './check-response.ts'
import { type Attacker, type FuzzReport, fuzzApi } from './fuzz-api.ts'
import type { FuzzRequest } from './generate-requests.ts'
import { type OpenApiDocument, readOperations } from './openapi.ts'

type StoreFuzzOptions = {
  connection: Connection
  document: OpenApiDocument
  send(request: FuzzRequest): Promise<FuzzResponse>
  seed: number
  /** Requests for each operation as a guest, a customer, and an administrator. */
  count: number
  /** Requests for each operation and role of the staff, and for each scope of an API key. */
  staffCount: number
  /** Each operation is tested with one role and one scope only. Another seed chooses others. */
  takeTurns?: boolean
  /** Matches the names of the operations to test. */
  only?: RegExp
}

/** Fuzzes every operation as everyone who may send requests, then checks what must still be true. */
export async function fuzzStore(options: StoreFuzzOptions): Promise<FuzzReport[]> {
  const { connection, document, send, seed, count, staffCount, takeTurns, only = /./ } = options
  const operations = readOperations(document).filter(({ name }) => only.test(name))
  const ctx = buildContext(connection)
  const { customer, admin, known, records } = await buildAccounts(ctx)
  const staff = await buildStaff(ctx)
  const programs = buildPrograms(ctx, admin.id)
  const accounts = await findAccounts(connection)
  const access = await findAccess(connection, admin.id)
  const attack = (attacker: Attacker) => fuzzApi({ operations, attacker, known, records, seed, count, send })
  const attackInTurn = async (attackers: Attacker[]) => {
    const reports: FuzzReport[] = []
    for (const [index, attacker] of attackers.entries()) {
      const isTurn = (at: number) => !takeTurns || (at + seed) % attackers.length === index
      const ownOperations = operations.filter((_, at) => isTurn(at))
      const attackOptions = {
        operations: ownOperations,
        attacker,
        known,
        records,
        seed,
        count: staffCount,
        send,
      }
      reports.push(await fuzzApi(attackOptions))
    }
    return reports
  }
  const reports = [
    await attack({ role: 'guest', signIn: async () => ({}), secrets: secretsFrom([]) }),
    await attack({ role: 'customer', signIn: signInAs(ctx, customer.id), secrets: secretsFrom([]) }),
    ...(await attackInTurn(staff)),
    ...(await attackInTurn(programs)),
  ]
  // Only administrators may change roles and invite staff.
  const accountsAfter = await findAccounts(connection)
  const isKnown = ({ id }: Account) => accounts.some((account) => account.id === id)
  deepEqual(accountsAfter.filter(isKnown), accounts)
  const newStaff = accountsAfter.filter(
    (account) => !isKnown(account) && (account.role !== 'user' || account.staffRole),
  )
  deepEqual(newStaff, [])
  deepEqual(await findAccess(connection, admin.id), access)
  reports.push(await attack({ role: 'administrator', signIn: signInAs(ctx, admin.id), secrets: [] }))
  await expectBalancedBooks(connection.db)
  return reports
}

const Account = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  staffRole: z.string().nullable(),
})
type Account = z.infer<typeof Account>

/** The accounts that exist, with what nobody else may change. */
function findAccounts({ db }: Connection) {
  return query(db, Account)`
    select id, email, role, staff_role as "staffRole" from profiles order by id`
}

/** Invitations, and keys other than the ones that this test makes for its programs. */
function findAccess({ db }: Connection, ownerId: string) {
  return queryColumn(db, z.string())`
    select email || ' ' || staff_role from staff_invitations
    union all select id || ' ' || scopes::text from api_keys
    where created_by is distinct from ${ownerId} or cardinality(scopes) <> 1
    order by 1`
}
