import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adminSetupProblem, Email, Password, SignIn, SignUp } from '../account.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import { contextWords, findContextWord } from './context-words.ts'
import { MIN_ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-lengths.ts'

const messages = (schema: typeof Email | typeof Password | typeof SignIn | typeof SignUp, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

describe('a password', () => {
  test('has 8 to 128 characters', () => {
    expect(messages(Password, 'x'.repeat(7))).toEqual(['Use at least 8 characters.'])
    expect([8, 128].map((length) => messages(Password, 'x'.repeat(length)))).toEqual([undefined, undefined])
    expect(messages(Password, 'x'.repeat(129))).toEqual(['Use at most 128 characters.'])
  })

  test.each([
    'password',
    'PassWord123',
    'P@$$w0rd',
    'letmein1985!',
    'butterfly',
    '13579246',
    'trustno1',
    'orchid',
    'aaaaaaaaaaaa',
    'abababababab',
    '12345678',
    '01234567890',
    '87654321',
    'abcdefghij',
  ])('%s is too easy to guess', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each(['quiet orchard', 'pässwörter', 'correct horse', '84629163', 'password of Grace'])(
    '%s is accepted',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )

  test('is compared with the 10,000 most common of each allowed length', () => {
    const common = dictionary['passwords-common']
    for (const minLength of [MIN_PASSWORD_LENGTH, MIN_ADMIN_PASSWORD_LENGTH]) {
      const mostCommon = common.filter(({ length }) => length >= minLength).slice(0, 10_000)
      expect(mostCommon).toHaveLength(10_000)
      expect(mostCommon.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([])
    }
  })

  test('that is a run of a repeated character or two is refused in any case', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('q', 'Q', '!'), minLength: 8, maxLength: 128 }),
        (password) => {
          expect(isCommonPassword(password)).toBe(true)
        },
      ),
    )
  })
})

describe('a password built on a word that belongs to its owner or the store', () => {
  const words = contextWords(['Grace Hall', 'grace.orchard@meadow.example', 'Maison Étoile', null])

  test.each([
    ['beauty2027', 'beauty'],
    ['B3@uty-2027!', 'beauty'],
    ['eternal beauty', 'eternal'],
    ['beautybeauty', 'beauty'],
    ['beauty-admin', 'beauty'],
    ['84629163grace', 'grace'],
    ['H@11grac3', 'grace'],
    ['orchard.1985', 'orchard'],
    ['meadowmeadow', 'meadow'],
    ['Etoile#12345', 'étoile'],
    ['étoile and 7', 'étoile'],
  ])('%s is mostly “%s”', (password, word) => {
    expect(findContextWord(password, words)).toBe(word)
  })

  test.each(['grace of the sea', 'a bolder beauty', 'quiet example', 'k7grace-Xq9wmB', 'de la lune'])(
    '%s has enough other letters',
    (password) => {
      expect(findContextWord(password, words)).toBeUndefined()
    },
  )

  test('doesn’t count words of one or two letters', () => {
    expect(contextWords(['Li Bo', 'l.b@x.io'])).toEqual(contextWords([]))
  })
})

describe('an email address', () => {
  test('is trimmed and in lowercase, so that each person has one account', () => {
    expect(Email.parse('  Grace.Hall+Shop@Orchard.Example ')).toBe('grace.hall+shop@orchard.example')
  })

  test.each([
    '',
    'grace',
    'grace@',
    '@orchard.example',
    'grace@orchard',
    'a b@orchard.example',
    'a@b@c.example',
  ])('“%s” is refused', (email) => {
    expect(messages(Email, email)).toContain('Please enter a valid email address')
  })

  test('has at most 254 characters', () => {
    const email = `${'x'.repeat(60)}@${'y'.repeat(200)}.example`
    expect(messages(Email, email)).toContain('Use an email address of at most 254 characters.')
  })
})

describe('the sign-in form', () => {
  test('names what is missing', () => {
    expect(messages(SignIn, { email: ' ', password: '' })).toEqual([
      'Please enter your email address.',
      'Please enter your password.',
    ])
  })

  test('accepts short passwords from before the rule, but none too long to hash', () => {
    expect(messages(SignIn, { email: 'grace@orchard.example', password: 'short' })).toBeUndefined()
    expect(messages(SignIn, { email: 'grace@orchard.example', password: 'x'.repeat(129) })).toEqual([
      'Use at most 128 characters.',
    ])
  })
})

test('a sign-up takes only email address, password, and name', () => {
  const request = { email: 'Grace@orchard.example', password: 'quiet orchard', full_name: ' Grace ' }
  expect(SignUp.parse({ ...request, role: 'admin', id: 'usr_1', confirmed: true })).toEqual({
    email: 'grace@orchard.example',
    password: 'quiet orchard',
    full_name: 'Grace',
  })
  expect(messages(SignUp, { ...request, full_name: 'x'.repeat(201) })).toEqual([
    'Use at most 200 characters.',
  ])
})

describe('the setup of the first administrator', () => {
  const ADMIN = 'admin@eternalbeauty.example'

  test.each([
    [' ', 'secret7', 'Missing Information', 'Please provide both email and password'],
    [ADMIN, '', 'Missing Information', 'Please provide both email and password'],
    [
      'else@orchard.example',
      'secret7',
      'Invalid Email',
      'Only the authorized admin email can be used for setup.',
    ],
    [ADMIN, 'five5', 'Password Too Short', 'Password must be at least 6 characters long'],
  ])('with “%s” and “%s” shows %s', (email, password, title, text) => {
    expect(adminSetupProblem({ email, password }, ADMIN)).toEqual({ title, text })
  })

  test('accepts the designated address in any case, with a password of 6 characters', () => {
    expect(
      adminSetupProblem({ email: ` ${ADMIN.toUpperCase()} `, password: 'sixsix' }, ADMIN),
    ).toBeUndefined()
  })
})
