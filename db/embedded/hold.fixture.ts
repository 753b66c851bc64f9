// A test app that holds the database until it reads `stop` or its parent exits.
import { createInterface } from 'node:readline'
import { StartupError } from '../startup-error.ts'
import { startEmbeddedPostgres } from './postgres.ts'

const printJson = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

process.on('SIGINT', () => printJson({ draining: true }))

try {
  const postgres = await startEmbeddedPostgres(process.argv[2] ?? '')
  const lines = createInterface({ input: process.stdin })
  lines.on('close', async () => {
    await postgres.stop()
    printJson({ stopped: true })
  })
  lines.on('line', () => lines.close())
  printJson({ url: postgres.url, pid: postgres.pid, adopted: postgres.adopted, app: process.pid })
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  printJson({ cannotStart: error.message })
}
