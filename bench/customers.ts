import { issueApiTokens } from '#core/accounts/sessions/issue-session.server.ts'
import { newToken } from '#core/accounts/sessions/tokens.ts'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** Creates signed-in customers and returns their access tokens. */
export async function signInCustomers(db: Db, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => signInCustomer(db)))
}

async function signInCustomer(db: Db): Promise<string> {
  const id = newId('profile')
  const email = `${id}@orchard.example`
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 86_400_000)
  await execute(db)`
    with new_user as (
      insert into auth_users (id, email, name, email_verified) values (${id}, ${email}, 'Grace', true))
    insert into profiles (id, email, full_name) values (${id}, ${email}, 'Grace')`
  await execute(db)`insert into auth_sessions (id, user_id, expires_at) values (${id}, ${id}, ${expiresAt})`
  return (await issueApiTokens(db, id, newToken(), now)).accessToken
}
