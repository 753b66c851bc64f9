import type { PoolClient } from 'pg'
import { onTestFinished } from 'vitest'
import type { Connection } from '#db/connection.ts'

/** Counts statements from now on until the test ends, including `begin` and `commit`. */
export function countStatements({ pool }: Connection): () => string[] {
  const statements: string[] = []
  const recordedClients = new Set<PoolClient>()
  const recordStatements = (client: PoolClient) => {
    if (recordedClients.has(client)) return
    recordedClients.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const recordingQuery = (...args: unknown[]) => {
      const [first] = args
      statements.push(typeof first === 'string' ? first : JSON.stringify(first))
      return query(...args)
    }
    Object.assign(client, { query: recordingQuery })
  }
  pool.on('acquire', recordStatements)
  onTestFinished(() => {
    pool.off('acquire', recordStatements)
    for (const client of recordedClients) Reflect.deleteProperty(client, 'query')
  })
  return () => statements
}
