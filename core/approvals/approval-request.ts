import { z } from 'zod'
import { ApprovalChange } from '#core/approval-rules/approval.ts'
import { APPROVAL_ACTIONS, MAX_APPROVAL_REASON } from '#core/approval-rules/approval-texts.ts'
import { HOUR_MS } from '../time-units.ts'

export const APPROVAL_STATES = [
  'requested',
  'approved',
  'declined',
  'expired',
  'failed',
  'cancelled',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export const EXPIRY_DAYS = 7
export const DOWNLOAD_HOURS = 24

export const ApprovalRequest = z.strictObject({
  id: z.string(),
  action: z.enum(APPROVAL_ACTIONS),
  subject: z.string(),
  /** The email address of the account that the request is about. */
  subjectEmail: z.string().nullable(),
  changes: z.array(ApprovalChange),
  requestedBy: z.string(),
  requesterEmail: z.string().nullable(),
  requestedAt: z.date(),
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  expiresAt: z.date(),
  deciderEmail: z.string().nullable(),
  decidedAt: z.date().nullable(),
  decisionReason: z.string().nullable(),
  result: z.string().nullable(),
  downloadedAt: z.date().nullable(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

const REASON_TOO_LONG = `Use at most ${MAX_APPROVAL_REASON} characters.`

export const RequestReason = z
  .string()
  .trim()
  .min(1, 'Say why it’s needed. The person who approves it reads this.')
  .max(MAX_APPROVAL_REASON, REASON_TOO_LONG)
export const DecisionReason = z.string().trim().max(MAX_APPROVAL_REASON, REASON_TOO_LONG)

/** Whether its requester can download an approved export. */
export function isDownloadable(
  { action, state, decidedAt, downloadedAt }: ApprovalRequest,
  now: Date,
): boolean {
  const isRecent = decidedAt !== null && now.getTime() - decidedAt.getTime() < DOWNLOAD_HOURS * HOUR_MS
  return action === 'export-list' && state === 'approved' && isRecent && downloadedAt === null
}
