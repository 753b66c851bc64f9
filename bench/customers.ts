import { authSessions, authUsers, profiles } from '#core/accounts/accounts.table.ts'
import { issueApiTokens } from '#core/accounts/sessions/issue-session.server.ts'
import { newToken } from '#core/accounts/sessions/tokens.ts'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'

/** Creates signed-in customers and returns their access tokens. */
export async function signInCustomers(db: Db, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => signInCustomer(db)))
}

async function signInCustomer(db: Db): Promise<string> {
  const id = newId('profile')
  const email = `${id}@orchard.example`
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 86_400_000)
  await db.insert(authUsers).values({ id, email, name: 'Grace', emailVerified: true })
  await db.insert(profiles).values({ id, email, fullName: 'Grace', role: 'user', isDemo: false })
  await db.insert(authSessions).values({ id, userId: id, token: id, expiresAt })
  return (await issueApiTokens(db, id, newToken(), now)).accessToken
}
