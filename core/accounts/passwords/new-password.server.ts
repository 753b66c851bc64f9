import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { isBreachedPassword } from './breached-passwords.server.ts'
import { contextWords, findContextWord } from './context-words.ts'
import { MIN_PASSWORD_LENGTH } from './password-lengths.ts'

type NewPassword = { password: string; email: string; fullName?: string | null; minLength?: number }

/** For new passwords only: existing ones must still sign in. */
export async function refuseWeakPassword(
  ctx: Context,
  { password, email, fullName, minLength = MIN_PASSWORD_LENGTH }: NewPassword,
): Promise<void> {
  const problem =
    password.length < minLength
      ? `Use at least ${minLength} characters.`
      : await findWeakness(ctx, password, [fullName, email])
  if (problem) throw invalidInput('password', problem)
}

async function findWeakness(
  ctx: Context,
  password: string,
  ownerTexts: (string | null | undefined)[],
): Promise<string | undefined> {
  const { store, checkBreachedPasswords } = await readStoreSettings(ctx.db, ctx.log)
  const word = findContextWord(password, contextWords([...ownerTexts, store.name]))
  if (word) return `This password is easy to guess because it’s mostly “${word}”. Choose a different one.`
  // Loaded here because the list takes several megabytes of memory.
  const { isCommonPassword } = await import('./common-passwords.server.ts')
  if (isCommonPassword(password)) return 'This password is too common. Choose a different one.'
  if (checkBreachedPasswords && (await isBreachedPassword(ctx, password)))
    return 'This password appeared in a data breach of another website. Choose a different one.'
  return undefined
}
