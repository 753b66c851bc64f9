// An app for the tests: holds the database until it reads `stop`, or its parent is gone.
import { createInterface } from 'node:readline'
import { CannotStart } from '../cannot-start.ts'
import { startEmbeddedPostgres } from './postgres.ts'

const say = (fact: object) => process.stdout.write(`${JSON.stringify(fact)}\n`)

process.on('SIGINT', () => say({ draining: true }))

try {
  const postgres = await startEmbeddedPostgres(process.argv[2] ?? '')
  const lines = createInterface({ input: process.stdin })
  lines.on('close', async () => {
    await postgres.stop()
    say({ stopped: true })
  })
  lines.on('line', () => lines.close())
  say({ url: postgres.url, pid: postgres.pid, adopted: postgres.adopted, app: process.pid })
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  say({ cannotStart: error.message })
}
