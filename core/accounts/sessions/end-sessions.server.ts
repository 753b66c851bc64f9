import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'

/** Waits for a sign-in that is about to start a session. Sign-ins that began before this fail. */
export async function endAllSessions(
  db: Db,
  userId: string,
): Promise<{ endedIds: string[]; sessionEpoch: number }> {
  const [sessionEpoch = 0] = await queryColumn(db, z.int())`
    update profiles set session_epoch = session_epoch + 1 where id = ${userId} returning session_epoch`
  const endedIds = await queryColumn(db, z.string())`
    delete from auth_sessions where user_id = ${userId} returning id`
  return { endedIds, sessionEpoch }
}

export async function findSessionEpoch(db: Db, userId: string): Promise<number> {
  const [epoch = 0] = await queryColumn(db, z.int())`select session_epoch from profiles where id = ${userId}`
  return epoch
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await execute(db)`delete from session_tokens where expires_at < now()`
  await execute(db)`delete from auth_sessions where expires_at < now()`
}
