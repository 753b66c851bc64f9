import { argon2Sync, randomBytes, scryptSync } from 'node:crypto'

type Argon2Parameters = { algorithm: 'argon2id'; salt: Uint8Array; memory: number; passes: number }
/** Scrypt hashes are older than Argon2id hashes. They are replaced at sign-in. */
type HashParameters = Argon2Parameters | { algorithm: 'scrypt'; salt: string }
export type KeyRequest = { password: string; parameters: HashParameters }

const SCRYPT_OPTIONS = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
// As much memory and CPU time as scrypt, so that timing doesn't reveal which kind of hash an account has.
const MEMORY_KIB = 32_768
const PASSES = 3

const ARGON2_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/
const SCRYPT_HASH = /^([\da-f]{32}):([\da-f]{128})$/

/** Blocks the thread. */
export function hashPassword(password: string): string {
  return hashWith(newParameters(), password)
}

/** For a password that the README tells everyone: a hundredth of the CPU time. It counts as outdated, so sign-in replaces it. */
export function hashPublishedPassword(password: string): string {
  return hashWith({ ...newParameters(), memory: 1024, passes: 1 }, password)
}

function hashWith(parameters: Argon2Parameters, password: string): string {
  return formatHash(parameters, deriveKey({ password, parameters }))
}

/** Blocks the thread. */
export function deriveKey({ password, parameters }: KeyRequest): Uint8Array {
  const message = password.normalize('NFKC')
  if (parameters.algorithm === 'scrypt') return scryptSync(message, parameters.salt, 64, SCRYPT_OPTIONS)
  const { salt: nonce, memory, passes } = parameters
  return argon2Sync('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 })
}

export function newParameters(): Argon2Parameters {
  return { algorithm: 'argon2id', salt: randomBytes(16), memory: MEMORY_KIB, passes: PASSES }
}

export function formatHash({ memory, passes, salt }: Argon2Parameters, key: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${toBase64(salt)}$${toBase64(key)}`
}

export function parseHash(hash: string): { parameters: HashParameters; key: Uint8Array } | undefined {
  const [, memory, passes, salt = '', key = ''] = ARGON2_HASH.exec(hash) ?? []
  if (memory && passes) {
    const limits = { memory: Number(memory), passes: Number(passes) }
    const parameters = { algorithm: 'argon2id' as const, salt: Buffer.from(salt, 'base64'), ...limits }
    return { parameters, key: Buffer.from(key, 'base64') }
  }
  const [, scryptSalt, scryptKey] = SCRYPT_HASH.exec(hash) ?? []
  if (!scryptSalt || !scryptKey) return undefined
  return { parameters: { algorithm: 'scrypt', salt: scryptSalt }, key: Buffer.from(scryptKey, 'hex') }
}

export function isOutdated(hash: string): boolean {
  const { parameters } = parseHash(hash) ?? {}
  return parameters?.algorithm !== 'argon2id' || parameters.memory < MEMORY_KIB || parameters.passes < PASSES
}

// PHC strings leave out the padding.
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
