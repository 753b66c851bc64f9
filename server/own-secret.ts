import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CannotStart } from '#db/cannot-start.ts'

const fileOf = (dataDir: string) => path.join(dataDir, 'auth-secret')

/** The demo signs with a secret of its own, made once: sign-ins outlive a restart. */
export function ownSecret(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    return keptSecret(dataDir) ?? keepSecret(dataDir, randomBytes(32).toString('base64url'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CannotStart(
      `DATA_DIR ${dataDir} can't be used: ${why}. Mend that, or set it to another folder.`,
    )
  }
}

export function keptSecret(dataDir: string): string | undefined {
  const file = fileOf(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function keepSecret(dataDir: string, secret: string): string {
  writeFileSync(fileOf(dataDir), secret, { mode: 0o600 })
  return secret
}
