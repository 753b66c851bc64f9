import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#core/thread-priority.ts'

export type HashRequest = { password: string; salt: string }

lowerThreadPriority()

// Better Auth's parameters, so that each can verify the other's hashes.
const SCRYPT_OPTIONS = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

parentPort?.on('message', ({ password, salt }: HashRequest) => {
  parentPort?.postMessage(scryptSync(password.normalize('NFKC'), salt, 64, SCRYPT_OPTIONS).toString('hex'))
})
