import { z } from 'zod'
import type { Context, SignedInActor } from '#core/context.ts'
import { isStaff } from '#core/permissions/policy.ts'
import type { Settings } from '#core/settings/settings.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { User } from '../account.ts'
import { isSecondFactorRequired } from '../security/second-factor-roles.ts'
import { type EventContext, logSecurityEvent } from '../security/security-events.server.ts'
import { hashToken, isToken, tokenStatus } from './tokens.ts'

export type TokenKind = 'browser' | 'access' | 'refresh'
export type TokenSession = {
  actor: SignedInActor
  isDemo: boolean
  renewAt: Date
  /** Its successor is in use. The token still works for a moment but gets no new one. */
  superseded: boolean
}

type SessionContext = Pick<Context, 'db' | 'now'> &
  EventContext & { settings: Pick<Settings, 'requireSecondFactor'> }

/** Reads the database on each request, so that a sign-out, password change, or role change applies immediately. */
export async function findTokenSession(
  ctx: SessionContext,
  token: string,
  kind: TokenKind,
): Promise<TokenSession | undefined> {
  const { db, now } = ctx
  const [row] = isToken(token) ? await selectTokenSession(db, token, kind) : []
  if (!row) return undefined
  const status = row.sessionEnd <= now ? 'expired' : tokenStatus(row, now)
  if (status === 'stolen') {
    logSecurityEvent(ctx, { action: 'session-theft', account: row.id, outcome: 'refused' })
    await execute(db)`delete from auth_sessions where id = ${row.sessionId}`
  }
  if (status !== 'good') return undefined
  // The first use of a token ends its predecessor.
  if (!row.firstUsedAt) await markUsed(db, token)
  const {
    id,
    email,
    role,
    staffRole,
    fullName,
    sessionId,
    renewAt,
    isDemo,
    successorUsedAt,
    paymentCustomerId,
  } = row
  const needsSecondFactor = !row.hasSecondFactor && (await isRequired(ctx, row))
  const actor: SignedInActor = {
    kind: 'user',
    id,
    email,
    role,
    staffRole,
    fullName,
    paymentCustomerId,
    sessionId,
    expiresAt: renewAt,
    needsSecondFactor,
  }
  return { actor, isDemo, renewAt, superseded: successorUsedAt !== null }
}

/** Customers need no look at the settings. */
async function isRequired({ db, log, settings }: SessionContext, account: User): Promise<boolean> {
  return isStaff(account) && isSecondFactorRequired(account, settings, await readStoreSettings(db, log))
}

/** However much a session `s` of a profile `p` is used. Staff sign in every day. */
export const SESSION_END = sql`s.created_at + case when p.role = 'admin' or p.staff_role is not null then interval '12 hours' else interval '90 days' end`

const TokenSessionRow = User.extend({
  isDemo: z.boolean(),
  paymentCustomerId: z.string().nullable(),
  sessionId: z.string(),
  renewAt: z.date(),
  expiresAt: z.date(),
  sessionEnd: z.date(),
  hasSecondFactor: z.boolean(),
  firstUsedAt: z.date().nullable(),
  successor: z.string().nullable(),
  succeededAt: z.date().nullable(),
  successorUsedAt: z.date().nullable(),
})

function selectTokenSession(db: Db, token: string, kind: TokenKind) {
  return query(db, TokenSessionRow)`
    select p.id, p.email, p.role, p.staff_role as "staffRole", p.full_name as "fullName", p.is_demo as "isDemo",
      p.payment_customer_id as "paymentCustomerId", t.session_id as "sessionId",
      t.renew_at as "renewAt", t.expires_at as "expiresAt", ${SESSION_END} as "sessionEnd",
      exists (select from auth_two_factors f where f.user_id = p.id and f.verified) as "hasSecondFactor", t.first_used_at as "firstUsedAt", t.successor,
      t.succeeded_at as "succeededAt", next.first_used_at as "successorUsedAt"
    from session_tokens t
      join auth_sessions s on s.id = t.session_id
      join profiles p on p.id = s.user_id
      left join session_tokens next on next.hash = t.successor
    where t.hash = ${hashToken(token)} and t.kind = ${kind} and p.blocked_at is null`
}

async function markUsed(db: Db, token: string): Promise<void> {
  await execute(db)`
    update session_tokens set first_used_at = now() where hash = ${hashToken(token)} and first_used_at is null`
}
