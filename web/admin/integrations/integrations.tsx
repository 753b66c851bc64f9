import { listApiKeys } from '#core/accounts/api-keys/api-keys.server.ts'
import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { listEndpoints } from '#core/webhooks/endpoints.server.ts'
import { OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/integrations'
import { ApiKeysSection } from './api-keys-section.tsx'
import { EndpointsSection } from './endpoints-section.tsx'
import { INTEGRATION_FORMS, type SecretResult } from './integration-forms.ts'
import { ProductFeedsSection } from './product-feeds-section.tsx'
import { SecretNotice } from './secret-notice.tsx'

export const meta = adminMeta('Integrations')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  return refusalToResponse(
    Promise.all([listApiKeys(ctx, listQueryFrom(url)), listEndpoints(ctx), findOwnerProofs(ctx)]).then(
      ([keys, endpoints, ownerProofs]) => ({
        keys,
        endpoints,
        ownerProofs,
        feeds: { regions: ctx.terms.regions, origin: ctx.settings.origin },
        now: ctx.now,
      }),
    ),
  )
}

export const clientMiddleware = keepFormOnFailure()

export const action = adminAction(INTEGRATION_FORMS, 'Not saved', { keepQuery: true })

export default function Integrations({ loaderData }: Route.ComponentProps) {
  const { keys, endpoints, ownerProofs, feeds, now } = loaderData
  const { secret } = usePageResult<SecretResult>() ?? {}
  return (
    <>
      <ScreenHeader
        title="Integrations"
        lead="Let other programs read and change your store, and get notified of events."
      >
        <TextLink to="/api/docs" reloadDocument>
          API documentation
        </TextLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      {secret && <SecretNotice key={secret.value} secret={secret} />}
      <div className="space-y-12">
        <OwnerProofsContext value={ownerProofs}>
          <ApiKeysSection key={`keys ${keys.rows[0]?.id}`} keys={keys} now={now} />
          <EndpointsSection key={`endpoints ${endpoints.length}`} endpoints={endpoints} />
        </OwnerProofsContext>
        <ProductFeedsSection {...feeds} />
      </div>
    </>
  )
}
