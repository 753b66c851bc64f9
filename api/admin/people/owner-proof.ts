import { z } from '@hono/zod-openapi'
import type { OwnerProof } from '#core/accounts/security/verify-owner.server.ts'

/** For changes of who can get into the store. */
export const ownerProofFields = {
  password: z.string().max(1000).optional().describe('Your own. Required ten minutes after the sign-in'),
  code: z
    .string()
    .max(100)
    .optional()
    .describe('Required with the password, if your account uses two-step sign-in'),
}

export const OWNER_PROOF_NEEDED =
  'More than ten minutes after the sign-in, the password is required, and a code if the account uses two-step sign-in. Without them, the response is 403 `reauthentication_required`.'

type OwnerProofBody = { password?: string | undefined; code?: string | undefined }

export function toOwnerProof({ password = '', code = '' }: OwnerProofBody): OwnerProof {
  return { password, code, acceptsRecentSignIn: true }
}
