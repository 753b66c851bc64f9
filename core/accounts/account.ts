import { z } from 'zod'
import { LEAST_ADMIN_PASSWORD, LEAST_PASSWORD, LONGEST_PASSWORD } from './lengths.ts'

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
  .min(LEAST_PASSWORD, `Use at least ${LEAST_PASSWORD} characters.`)
  .max(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`)

export const SignUp = z.object({
  email: Email,
  password: Password,
  full_name: z.string().trim().max(200).optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** The password is not judged here: what was good enough once still opens the door. */
export const SignIn = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Please enter your email address.').max(254),
  password: z.string().min(1, 'Please enter your password.').max(LONGEST_PASSWORD),
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
export type ProgramSession = { user: User; accessToken: string; refreshToken: string; expiresAt: Date }

/** Either in, or one step from it: then `challenge` is to be kept until the code is typed. */
export type SignedIn<Kept> =
  | { outcome: 'signed-in'; user: User; session: Kept }
  | { outcome: 'second-factor'; challenge: string }

export type OpenSession = {
  id: string
  current: boolean
  device: string
  address: string | null
  since: Date
  seenAt: Date
}

/** What the set-up form says before it asks the server; the server says the same. */
export function claimProblem(
  wanted: { email: string; password: string },
  adminEmail: string,
): { title: string; text: string } | undefined {
  const { email, password } = wanted
  if (!email.trim() || !password)
    return { title: 'Missing Information', text: 'Please provide both email and password' }
  if (email.trim().toLowerCase() !== adminEmail)
    return { title: 'Invalid Email', text: 'Only the authorized admin email can be used for setup.' }
  if (password.length < LEAST_ADMIN_PASSWORD)
    return { title: 'Password Too Short', text: 'Password must be at least 6 characters long' }
  return undefined
}
