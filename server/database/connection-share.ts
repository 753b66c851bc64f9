/** PostgreSQL accepts 100, three of them for superusers only. */
const DEFAULT_CONNECTIONS = 96
/** The most that the jobs of a node open. */
export const JOB_CONNECTIONS = 12

type Limits = {
  DATABASE_CONNECTIONS?: number | undefined
  DATABASE_POOL_SIZE: number
  WEB_CONCURRENCY: number
}

/** The most that the pool of each web process opens, so that all processes of a node together stay within its limit. */
export function webPoolSize({ DATABASE_CONNECTIONS, DATABASE_POOL_SIZE, WEB_CONCURRENCY }: Limits): number {
  const shared = (DATABASE_CONNECTIONS ?? DEFAULT_CONNECTIONS) - JOB_CONNECTIONS
  // One connection per process listens for catalog changes.
  return Math.max(1, Math.min(DATABASE_POOL_SIZE, Math.floor(shared / WEB_CONCURRENCY) - 1))
}

/** Each web process needs one to listen and one to read and write. */
export function fewestConnections(webProcesses: number): number {
  return JOB_CONNECTIONS + 2 * webProcesses
}
