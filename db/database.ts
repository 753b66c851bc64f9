import { SpanKind } from '@opentelemetry/api'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { inSpan } from './tracing.ts'

export type Statement = { text: string; values: unknown[]; name: string | undefined }

export type Db = {
  /** Called by `query` and `execute` of sql.ts. */
  run(statement: Statement): Promise<QueryResult>
  /** Commits everything that `work` did, or nothing. Within a transaction, a savepoint does the same. */
  transaction<Result>(work: (tx: Db) => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

type TransactionOptions = { mode?: 'read committed' | 'repeatable read, read only' }

export type SlowStatement = { statement: string; milliseconds: number }

type DbOptions = {
  pooled: boolean
  /** In milliseconds, with the wait for a connection. */
  slowAfter: number
  onSlowStatement(slow: SlowStatement): void
}

/** A transaction pooler gives each transaction another connection, so statements have no names there. */
export function createDb(pool: Pool, { pooled, slowAfter, onSlowStatement }: DbOptions): Db {
  const runOn = (client: Pool | PoolClient, statement: Statement): Promise<QueryResult> =>
    inSpan(operationOf(statement.text), spanOptions(statement.text), async () => {
      const startedAt = performance.now()
      try {
        return await client.query(pooled ? { ...statement, name: undefined } : statement)
      } finally {
        const milliseconds = performance.now() - startedAt
        if (milliseconds > slowAfter) onSlowStatement({ statement: summarize(statement.text), milliseconds })
      }
    })
  const transactionOn = (client: PoolClient, depth: number): Db => ({
    run: (statement) => runOn(client, statement),
    async transaction(work) {
      const savepoint = `sp${depth}`
      await client.query(`savepoint ${savepoint}`)
      try {
        const result = await work(transactionOn(client, depth + 1))
        await client.query(`release savepoint ${savepoint}`)
        return result
      } catch (error) {
        await client.query(`rollback to savepoint ${savepoint}`)
        throw error
      }
    },
  })
  return {
    run: (statement) => runOn(pool, statement),
    async transaction(work, { mode = 'read committed' } = {}) {
      const client = await pool.connect()
      let isBroken = false
      try {
        await client.query(mode === 'read committed' ? 'begin' : `begin isolation level ${mode}`)
        const result = await work(transactionOn(client, 1))
        await inSpan('commit', spanOptions('commit'), () => client.query('commit'))
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {
          isBroken = true
        })
        throw error
      } finally {
        client.release(isBroken)
      }
    },
  }
}

const operationOf = (text: string) => /\w+/.exec(text)?.[0] ?? 'statement'

const spanOptions = (text: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
})

/** Values are parameters, so the text has no personal data. */
const summarize = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)
