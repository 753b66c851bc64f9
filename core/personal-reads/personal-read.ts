import { z } from 'zod'

export const PERSONAL_DATA = [
  'orders',
  'customers',
  'newsletter',
  'returns',
  'reviews',
  'adverse-events',
] as const
/** Which list the records are of. */
export type PersonalData = (typeof PERSONAL_DATA)[number]

export const READ_WAYS = ['record', 'list', 'print', 'export', 'approved-export'] as const
export type ReadWay = (typeof READ_WAYS)[number]

/** What one person or API key read of one list on one day, in one way. */
export const PersonalDataReads = z.strictObject({
  id: z.int(),
  /** In the store's time zone. */
  day: z.string(),
  readerId: z.string(),
  /** An email address or a key's name. Null for an account that was deleted. */
  reader: z.string().nullable(),
  data: z.enum(PERSONAL_DATA),
  way: z.enum(READ_WAYS),
  records: z.int(),
})
export type PersonalDataReads = z.infer<typeof PersonalDataReads>

export const PersonalDataReadSum = PersonalDataReads.pick({ data: true, way: true, records: true }).extend({
  days: z.int(),
  lastDay: z.string(),
})
export type PersonalDataReadSum = z.infer<typeof PersonalDataReadSum>
