import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#db/columns.ts'
import { ROLES } from './account.ts'

const updatedAt = () => timestamptz('updated_at').notNull().defaultNow()
const userId = () => text('user_id').notNull()

// Better Auth's tables, with the column names that it requires.
export const authUsers = pgTable('auth_users', {
  id: text().primaryKey(),
  name: text().notNull().default(''),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const authSessions = pgTable('auth_sessions', {
  id: text().primaryKey(),
  userId: userId(),
  token: text().notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const authAccounts = pgTable('auth_accounts', {
  id: text().primaryKey(),
  userId: userId(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: timestamptz('access_token_expires_at'),
  refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
  scope: text(),
  password: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const authVerifications = pgTable('auth_verifications', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const authTwoFactors = pgTable('auth_two_factors', {
  id: text().primaryKey(),
  userId: userId(),
  secret: text().notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
})

export const authPasskeys = pgTable('auth_passkeys', {
  id: text().primaryKey(),
  userId: userId(),
  name: text(),
  publicKey: text('public_key').notNull(),
  credentialID: text('credential_id').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  deviceType: text('device_type').notNull(),
  backedUp: boolean('backed_up').notNull(),
  transports: text(),
  aaguid: text(),
  createdAt: createdAt(),
})

export const sessionTokens = pgTable('session_tokens', {
  hash: text().primaryKey(),
  sessionId: text('session_id').notNull(),
  kind: text({ enum: ['browser', 'access', 'refresh'] }).notNull(),
  issuedAt: timestamptz('issued_at').notNull().defaultNow(),
  renewAt: timestamptz('renew_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  firstUsedAt: timestamptz('first_used_at'),
  successor: text(),
  succeededAt: timestamptz('succeeded_at'),
})

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: userId(),
    device: text().notNull(),
    firstSeenAt: timestamptz('first_seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
)

export const attempts = pgTable('attempts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull(),
  pending: boolean().notNull().default(false),
  at: timestamptz('at').notNull().defaultNow(),
})

export const profiles = pgTable('profiles', {
  id: text().primaryKey(),
  email: text().notNull(),
  fullName: text('full_name'),
  phone: text(),
  dateOfBirth: date('date_of_birth', { mode: 'string' }),
  role: text({ enum: ROLES }).notNull().default('user'),
  isDemo: boolean('is_demo').notNull().default(false),
  blockedAt: timestamptz('blocked_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
