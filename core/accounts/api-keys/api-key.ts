import { z } from 'zod'
import { SCOPE_NAMES } from '#core/permissions/scopes.ts'

/** Without the key itself, which is stored as a hash. */
export const ApiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  createdBy: z.string().nullable(),
  creatorHasAccess: z.boolean(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  lastNetwork: z.string().nullable(),
  requestsLastHour: z.int(),
  requestsLastDay: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name, such as the program that uses the key.')
    .max(80, 'Enter at most 80 characters.'),
  scopes: z.array(z.enum(SCOPE_NAMES, 'Choose from the listed scopes.')).min(1, 'Choose at least one scope.'),
  expiresAt: z.date('Enter a date.').nullable(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const MAX_ACTIVE_KEYS = 50
