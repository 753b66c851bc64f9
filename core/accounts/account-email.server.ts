import { backOfficeLink } from '#core/settings/back-office-link.ts'
import type { Db } from '#db/connection.ts'
import type { Envelope } from '../email/email-layout.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail, type NewEmail } from '../email/emails.server.ts'
import type { Settings } from '../settings/settings.ts'
import { newToken } from './sessions/tokens.ts'

/** Jobs have no visitor, so they pass the origin that the visitor used. */
type EmailContext = { settings: Pick<Settings, 'origin' | 'support' | 'adminEmail'> }

export async function enqueueAccountEmail<Content extends unknown[]>(
  { settings }: EmailContext,
  db: Db,
  to: string,
  template: (envelope: Envelope, ...content: Content) => NewEmail,
  ...content: Content
): Promise<void> {
  const envelope = { to, key: `account:${newToken()}`, sender: await readEmailSender({ db, settings }) }
  await enqueueEmail(db, template(envelope, ...content))
}

/** Opening a link exchanges its token for a cookie or its effect, so no page's URL contains a token. */
export const accountLinks = {
  confirm: (ctx: EmailContext, token: string) => `${ctx.settings.origin}/auth/confirm?token=${token}`,
  newEmail: (ctx: EmailContext, token: string) => `${ctx.settings.origin}/auth/new-email?token=${token}`,
  reset: (ctx: EmailContext, token: string) => `${ctx.settings.origin}/auth/reset?token=${token}`,
  google: (ctx: EmailContext, token: string) => `${ctx.settings.origin}/auth/google-link?token=${token}`,
  invitation: (ctx: EmailContext, token: string) => `${ctx.settings.origin}/auth/invitation?token=${token}`,
  forgot: (ctx: EmailContext) => `${ctx.settings.origin}/login?mode=forgot`,
  signIn: (ctx: EmailContext) => `${ctx.settings.origin}/login`,
  staff: (ctx: EmailContext) => backOfficeLink(ctx, '/admin/staff'),
  integrations: (ctx: EmailContext) => backOfficeLink(ctx, '/admin/integrations'),
  roles: (ctx: EmailContext) => backOfficeLink(ctx, '/admin/user-management'),
  sessions: (ctx: EmailContext) => `${ctx.settings.origin}/profile/security`,
}
