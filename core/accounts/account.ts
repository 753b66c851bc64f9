import { z } from 'zod'
import {
  MAX_PASSWORD_LENGTH,
  MIN_ADMIN_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from './passwords/password-lengths.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** As it is kept and compared: an address has one spelling. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This e-mail address is too long.')
  .pipe(z.email('Please enter a valid email address'))

export const Password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `Use at most ${MAX_PASSWORD_LENGTH} characters.`)

export const SignUp = z.object({
  email: Email,
  password: Password,
  full_name: z.string().trim().max(200).optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** The password is not judged here: what was good enough once still opens the door. */
export const SignIn = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Please enter your email address.').max(254),
  password: z.string().min(1, 'Please enter your password.').max(MAX_PASSWORD_LENGTH),
})
export type SignIn = z.infer<typeof SignIn>

/** Who is signed in, as a page or a program may know them. */
export type User = { id: string; email: string; fullName: string | null; role: Role }

export type Profile = {
  id: string
  email: string
  fullName: string | null
  phone: string | null
  dateOfBirth: string | null
  role: Role
  blockedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** What a browser is to keep: the cookie's token, until when it counts without being renewed, and by what to be known again. */
export type BrowserSession = { token: string; expiresAt: Date; keepUntil: Date; device: string | null }

/** What a program is to keep. */
export type ApiSession = { user: User; accessToken: string; refreshToken: string; expiresAt: Date }

/** Either in, or one step from it: then `challenge` is to be kept until the code is typed. */
export type SignInResult<Session> =
  | { outcome: 'signed-in'; user: User; session: Session }
  | { outcome: 'second-factor'; challenge: string }

export type ActiveSession = {
  id: string
  current: boolean
  device: string
  address: string | null
  since: Date
  seenAt: Date
}

/** What the set-up form says before it asks the server; the server says the same. */
export function adminSetupProblem(
  input: { email: string; password: string },
  adminEmail: string,
): { title: string; text: string } | undefined {
  const { email, password } = input
  if (!email.trim() || !password)
    return { title: 'Missing Information', text: 'Please provide both email and password' }
  if (email.trim().toLowerCase() !== adminEmail)
    return { title: 'Invalid Email', text: 'Only the authorized admin email can be used for setup.' }
  if (password.length < MIN_ADMIN_PASSWORD_LENGTH)
    return { title: 'Password Too Short', text: 'Password must be at least 6 characters long' }
  return undefined
}
