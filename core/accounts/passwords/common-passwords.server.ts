import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-lengths.ts'
import { undoSubstitutions } from './undo-substitutions.ts'

const LIST_SIZE = 10_000

/** The most common passwords of each allowed length. The package lists passwords by frequency. */
const COMMON_PASSWORDS = new Set(
  [MIN_PASSWORD_LENGTH, MIN_ADMIN_PASSWORD_LENGTH].flatMap((minLength) =>
    dictionary['passwords-common']
      .filter(({ length }) => length >= minLength)
      .slice(0, LIST_SIZE)
      .map(undoSubstitutions),
  ),
)

export function isCommonPassword(password: string): boolean {
  const lowercase = password.toLowerCase()
  const withoutSuffix = password.replace(/[^\p{L}]{1,4}$/u, '')
  return (
    COMMON_PASSWORDS.has(undoSubstitutions(password)) ||
    COMMON_PASSWORDS.has(undoSubstitutions(withoutSuffix)) ||
    new Set(lowercase).size < 3 ||
    SEQUENCES.includes(lowercase) ||
    '9876543210'.includes(lowercase)
  )
}

const SEQUENCES = '0123456789012345678901234567890abcdefghijklmnopqrstuvwxyz'
