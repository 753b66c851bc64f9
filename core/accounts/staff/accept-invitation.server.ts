import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { confirmAccount, findAccount, findOrCreateAccount, setPassword } from '../account.server.ts'
import { type BrowserSession, Password, type VerifiedAccount } from '../account.ts'
import { revokeLinks } from '../one-time-links.server.ts'
import { refuseWeakPassword } from '../passwords/new-password.server.ts'
import { findProfile } from '../profiles.server.ts'
import { withSecurityEvent } from '../security/security-events.server.ts'
import { endAllSessions } from '../sessions/end-sessions.server.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { hashToken } from '../sessions/tokens.ts'
import { limitRequests } from '../sign-in/rate-limit.server.ts'
import { INVITATION_EXPIRED } from './invitation.ts'

const OpenInvitation = z.strictObject({
  id: z.string(),
  email: z.string(),
  staffRole: z.enum(STAFF_ROLES),
  invitedBy: z.string().nullable(),
})
type OpenInvitation = z.infer<typeof OpenInvitation>

/** `hasAccount` is only for someone with the emailed link. */
export type InvitationPage = Omit<OpenInvitation, 'id'> & { hasAccount: boolean }

export async function findInvitation(ctx: Context, token: string): Promise<InvitationPage | undefined> {
  const invitation = await selectInvitation(ctx, ctx.db, token)
  if (!invitation) return undefined
  const { id: _, ...page } = invitation
  return { ...page, hasAccount: (await findAccount(ctx.db, page.email))?.confirmed ?? false }
}

/** For someone who is signed in with the invited address. */
export async function acceptInvitation(ctx: Context, token: string): Promise<{ session: BrowserSession }> {
  const { id, email } = requireSignedIn(ctx.actor)
  return withSecurityEvent(ctx, { action: 'role-change', account: id }, async () => {
    const account = await ctx.db.transaction(async (tx) => {
      const invitation = await requireInvitation(ctx, tx, token)
      if (invitation.email !== email) throw new Refusal('forbidden', wrongAccount(invitation.email, email))
      return join(ctx, tx, { userId: id, invitation })
    })
    const { session } = await startBrowserSession(ctx, account)
    return { session }
  })
}

/** For an address without an account. The emailed link confirms the address. */
export async function signUpWithInvitation(
  ctx: Context,
  { token, fullName, password }: { token: string; fullName: string; password: string },
): Promise<{ session: BrowserSession }> {
  await limitRequests(ctx, 'sign-up')
  const { email } = await requireInvitation(ctx, ctx.db, token)
  await refuseWeakPassword(ctx, { password: Password.parse(password), email, fullName: fullName || null })
  const passwordHash = await ctx.hashing.hash(password)
  return withSecurityEvent(ctx, { action: 'role-change' }, async (event) => {
    const account = await ctx.db.transaction(async (tx) => {
      const invitation = await requireInvitation(ctx, tx, token)
      const created = await findOrCreateAccount(ctx, tx, { email, fullName, passwordHash })
      event.account = created.id
      if (created.confirmed) throw new Refusal('conflict', SIGN_IN_FIRST)
      // Links and passwords from someone else's sign-up with this address must not work.
      await revokeLinks(tx, created.id)
      await setPassword(tx, created.id, passwordHash)
      await confirmAccount(ctx, tx, created.id)
      return join(ctx, tx, { userId: created.id, invitation })
    })
    const { session } = await startBrowserSession(ctx, account)
    return { session }
  })
}

async function join(
  ctx: Context,
  tx: Db,
  { userId, invitation }: { userId: string; invitation: OpenInvitation },
): Promise<VerifiedAccount> {
  const { staffRole } = invitation
  await execute(tx)`select id from profiles where id = ${userId} for update`
  const before = await findProfile(tx, userId)
  if (!before || before.role === 'admin') throw new Refusal('conflict', 'This account belongs to an owner.')
  if (before.blockedAt) throw new Refusal('forbidden', 'This account is blocked. Ask the owner.')
  await execute(tx)`
    update profiles set staff_role = ${staffRole}, updated_at = ${ctx.now} where id = ${userId}`
  await execute(tx)`delete from staff_invitations where id = ${invitation.id}`
  const change = { before: { staffRole: before.staffRole }, after: { staffRole } }
  await writeAudit(ctx, { action: 'role-changed', subject: userId, ...change }, tx)
  const { sessionEpoch } = await endAllSessions(tx, userId)
  return { userId, sessionEpoch }
}

async function requireInvitation(ctx: Context, db: Db, token: string): Promise<OpenInvitation> {
  const invitation = await selectInvitation(ctx, db, token, sql`for update of i`)
  if (!invitation) throw new Refusal('not_found', INVITATION_EXPIRED)
  return invitation
}

/** Only owners have `staff.edit`, and they can’t be blocked. */
const MAY_INVITE = sql`p.role = 'admin'`

async function selectInvitation(
  ctx: Context,
  db: Db,
  token: string,
  lock: Sql = sql``,
): Promise<OpenInvitation | undefined> {
  const [invitation] = await query(db, OpenInvitation)`
    select i.id, i.email, i.staff_role as "staffRole", p.full_name as "invitedBy"
    from staff_invitations i join profiles p on p.id = i.invited_by and ${MAY_INVITE}
    where i.token_hash = ${hashToken(token)} and i.expires_at > ${ctx.now} ${lock}`
  return invitation
}

const SIGN_IN_FIRST = 'You already have an account. Sign in to accept the invitation.'

function wrongAccount(invited: string, signedIn: string): string {
  return `This invitation is for ${invited}, and you’re signed in as ${signedIn}. Sign out, then open the link in the email again.`
}
