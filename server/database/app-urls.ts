import { Client } from 'pg'
import type { Log } from '#core/log.ts'

export type DatabaseUrls = { DATABASE_URL: string; DATABASE_DIRECT_URL: string | undefined }

/** The URLs of the store's own role, where DATABASE_DIRECT_URL names another role for migrations. */
export async function appUrls(
  { DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseUrls,
  log: Log,
): Promise<DatabaseUrls> {
  if (!DATABASE_DIRECT_URL) return { DATABASE_URL, DATABASE_DIRECT_URL }
  const [app, owner] = [new URL(DATABASE_URL), new URL(DATABASE_DIRECT_URL)]
  if (app.username === owner.username) return { DATABASE_URL, DATABASE_DIRECT_URL }
  // Only the role differs, so DATABASE_URL is no pooler.
  if (app.host === owner.host && app.pathname === owner.pathname)
    return { DATABASE_URL, DATABASE_DIRECT_URL: undefined }
  owner.username = app.username
  owner.password = app.password
  const problem = await findProblem(owner.href)
  if (!problem) return { DATABASE_URL, DATABASE_DIRECT_URL: owner.href }
  // Some poolers have roles of their own.
  log.warn('the role of DATABASE_URL has no direct connection; jobs use the role of DATABASE_DIRECT_URL', {
    error: problem,
  })
  return { DATABASE_URL, DATABASE_DIRECT_URL }
}

async function findProblem(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}
