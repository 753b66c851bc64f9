import { findBrokenSeal, type SignedSeal, signLastSeal } from '../audit/audit-seals.server.ts'
import type { Context } from '../context.ts'
import { readNotificationEmail } from '../settings/store-identity.server.ts'
import { type Envelope, renderEmail } from './email-layout.ts'
import { readEmailSender } from './email-sender.server.ts'
import { enqueueEmail, type NewEmail } from './emails.server.ts'

/** Sends the signed seal out of the database, where nobody can delete it. A log that was changed isn't signed. */
export async function emailSignedSeal(ctx: Pick<Context, 'db' | 'log' | 'settings' | 'now'>): Promise<void> {
  const to = await readNotificationEmail(ctx)
  const sender = await readEmailSender(ctx)
  const brokenEntry = await findBrokenSeal(ctx)
  if (brokenEntry !== null) {
    const key = `audit-changed:${brokenEntry}`
    return enqueueEmail(ctx.db, auditChangedEmail({ to, sender, key }, brokenEntry))
  }
  await ctx.db.transaction(async (tx) => {
    const seal = await signLastSeal({ ...ctx, db: tx })
    if (!seal) return
    const key = `audit-seal:${seal.place}:${seal.signer}`
    await enqueueEmail(tx, signedSealEmail({ to, sender, key }, seal))
  })
}

function signedSealEmail(
  envelope: Envelope,
  { place, entryId, hash, signer, signature }: SignedSeal,
): NewEmail {
  return renderEmail(envelope, 'audit-seal', `Audit log sealed at entry ${entryId}`, [
    'Keep this email. It proves what the audit log contained today, even if someone changes the database later.',
    {
      details: [
        ['Place', String(place)],
        ['Entry', String(entryId)],
        ['Seal', hash],
        ['Signer', signer],
        ['Signature', signature],
      ],
    },
  ])
}

function auditChangedEmail(envelope: Envelope, entryId: number): NewEmail {
  return renderEmail(envelope, 'audit-changed', 'The audit log was changed', [
    `The audit log doesn’t match its seals at entry ${entryId} or before it, so someone changed it in the database. Compare it with the last email about its seal, and with a backup.`,
  ])
}
