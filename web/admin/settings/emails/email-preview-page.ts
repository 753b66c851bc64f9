import { previewOrderEmail } from '#core/orders/emails/preview-order-email.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { requireAdmin } from '../../admin-context.ts'
import type { Route } from './+types/email-preview-page'

/** Emails need inline styles, so their page may do nothing else. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const footer = url.searchParams.get('footer') ?? undefined
  const { html } = await refusalToResponse(previewOrderEmail(ctx, { footer }))
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
    },
  })
}
