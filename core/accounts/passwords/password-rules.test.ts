import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adminSetupProblem, Email, Password, SignIn, SignUp } from '../account.ts'
import { refuseWeakPassword } from '../sign-in/sign-up.server.ts'
import { isCommonPassword } from './common-passwords.ts'

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
    'eternalbeauty',
    'aaaaaaaaaaaa',
    'abababababab',
    '12345678',
    '01234567890',
    '87654321',
    'abcdefghij',
  ])('%s is too easy to guess', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(() => refuseWeakPassword(password)).toThrow(
      expect.objectContaining({ code: 'invalid_input', fields: { password: expect.any(String) } }),
    )
  })

  test.each(['quiet orchard', 'pässwörter', 'correct horse', '13579246', 'password of Grace'])(
    '%s is accepted',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
      expect(() => refuseWeakPassword(password)).not.toThrow()
    },
  )

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
