import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInActor } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import { type Db, prepareQuery } from '#db/connection.ts'
import { authSessions, profiles, sessionTokens } from '../accounts.table.ts'
import { hashToken, isToken, tokenStatus } from './tokens.ts'

export type TokenKind = 'browser' | 'access' | 'refresh'
export type TokenSession = {
  actor: SignedInActor
  isDemo: boolean
  renewAt: Date
  /** Its successor is in use. The token still works for a moment but gets no new one. */
  superseded: boolean
}

/** Reads the database on each request, so that a sign-out, password change, or role change applies immediately. */
export async function findTokenSession(
  { db, log, now }: { db: Db; log: Log; now: Date },
  token: string,
  kind: TokenKind,
): Promise<TokenSession | undefined> {
  const [row] = isToken(token) ? await prepareTokenSession(db).execute({ hash: hashToken(token), kind }) : []
  if (!row) return undefined
  const status = tokenStatus(row, now)
  if (status === 'stolen') {
    log.warn('rotated session token reused; session ended', { sessionId: row.sessionId })
    await db.delete(authSessions).where(eq(authSessions.id, row.sessionId))
  }
  if (status !== 'good') return undefined
  // The first use of a token ends its predecessor.
  if (!row.firstUsedAt) await markUsed(db, token)
  const { id, email, role, fullName, sessionId, renewAt, isDemo, successorUsedAt } = row
  const actor = { kind: 'user' as const, id, email, role, fullName, sessionId, expiresAt: renewAt }
  return { actor, isDemo, renewAt, superseded: successorUsedAt !== null }
}

const successors = alias(sessionTokens, 'successors')

function prepareTokenSession(db: Db) {
  return prepareQuery(db, 'asker', (db) =>
    db
      .select({
        id: profiles.id,
        email: profiles.email,
        role: profiles.role,
        fullName: profiles.fullName,
        isDemo: profiles.isDemo,
        sessionId: sessionTokens.sessionId,
        renewAt: sessionTokens.renewAt,
        expiresAt: sessionTokens.expiresAt,
        firstUsedAt: sessionTokens.firstUsedAt,
        successor: sessionTokens.successor,
        succeededAt: sessionTokens.succeededAt,
        successorUsedAt: successors.firstUsedAt,
      })
      .from(sessionTokens)
      .innerJoin(authSessions, eq(authSessions.id, sessionTokens.sessionId))
      .innerJoin(profiles, eq(profiles.id, authSessions.userId))
      .leftJoin(successors, eq(successors.hash, sessionTokens.successor))
      .where(
        and(
          eq(sessionTokens.hash, sql.placeholder('hash')),
          eq(sessionTokens.kind, sql.placeholder('kind')),
          isNull(profiles.blockedAt),
        ),
      ),
  )
}

async function markUsed(db: Db, token: string): Promise<void> {
  await db
    .update(sessionTokens)
    .set({ firstUsedAt: sql`now()` })
    .where(and(eq(sessionTokens.hash, hashToken(token)), isNull(sessionTokens.firstUsedAt)))
}
