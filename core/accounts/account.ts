import { z } from 'zod'
import { storedSchemas } from '#core/fields/field-schemas.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import {
  MAX_PASSWORD_LENGTH,
  MIN_ADMIN_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from './passwords/password-lengths.ts'
import { PROFILE_FIELDS } from './profile-fields.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Use an email address of at most 254 characters.')
  .pipe(z.email('Please enter a valid email address'))

const PASSWORD_TOO_LONG = `Use at most ${MAX_PASSWORD_LENGTH} characters.`

export const Password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG)

export const SignUp = z.object({
  email: Email,
  password: Password,
  full_name: z.string().trim().max(200, 'Use at most 200 characters.').optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** Doesn't check the password's strength: older passwords must still work. */
export const SignIn = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Please enter your email address.')
    .max(254, 'Use an email address of at most 254 characters.'),
  password: z.string().min(1, 'Please enter your password.').max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG),
})
export type SignIn = z.infer<typeof SignIn>

export const Profile = z.strictObject({
  id: z.string(),
  email: z.string(),
  ...storedSchemas(PROFILE_FIELDS),
  role: z.enum(ROLES),
  staffRole: z.enum(STAFF_ROLES).nullable(),
  blockedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type Profile = z.infer<typeof Profile>

export const User = Profile.pick({ id: true, email: true, fullName: true, role: true, staffRole: true })
export type User = z.infer<typeof User>

/** The token must be renewed by `expiresAt`; the cookie lasts until `keepUntil`. `device` is set for a new device. */
export type BrowserSession = { token: string; expiresAt: Date; keepUntil: Date; device: string | null }

/** Who a sign-in is for. It fails if all sessions of the account are ended before it finishes, which changes the epoch. */
export type VerifiedAccount = { userId: string; sessionEpoch: number }

export type ApiSession = { user: User; accessToken: string; refreshToken: string; expiresAt: Date }

/** The client keeps `challenge` until the user enters a code. */
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
