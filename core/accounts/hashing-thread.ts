import { scryptSync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A thread of its own for the one costly sum there is. Pages go first: it takes what they leave of the cores. */
export type Sum = { password: string; salt: string }

// On Linux alone a thread has a rank of its own; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// The library's own measure: a hash that either made, both can check.
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

parentPort?.on('message', ({ password, salt }: Sum) => {
  parentPort?.postMessage(scryptSync(password.normalize('NFKC'), salt, 64, COST).toString('hex'))
})
