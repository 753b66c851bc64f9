import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from '#db/create-folder.ts'
import { StartupError } from '#db/startup-error.ts'

const secretFile = (dataDir: string) => path.join(dataDir, 'auth-secret')

export function loadOrCreateAuthSecret(dataDir: string): string {
  try {
    createFolder(dataDir)
    return readAuthSecret(dataDir) ?? saveAuthSecret(dataDir, randomBytes(32).toString('base64url'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `DATA_DIR ${dataDir} can't be used: ${reason}. Fix that, or set DATA_DIR to another folder.`,
    )
  }
}

export function readAuthSecret(dataDir: string): string | undefined {
  const file = secretFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function saveAuthSecret(dataDir: string, secret: string): string {
  writeFileSync(secretFile(dataDir), secret, { mode: 0o600 })
  return secret
}
