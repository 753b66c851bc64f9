import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { findDelivery, listDeliveries } from '#core/webhooks/deliveries.server.ts'
import { findEndpoint } from '#core/webhooks/endpoints.server.ts'
import { CREATOR_REMOVED } from '#core/webhooks/webhook-events.ts'
import { OwnerFields, OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/endpoint-details'
import { ConfirmedForm } from './confirmed-form.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { EndpointFields } from './endpoint-fields.tsx'
import { ENDPOINT_FORMS } from './endpoint-forms.ts'
import { EndpointState } from './endpoint-state.tsx'
import type { SecretResult } from './integration-forms.ts'
import { SecretNotice } from './secret-notice.tsx'

export const meta = adminMeta('Webhook')

export async function loader({ context, url, pattern, params: { id = '' } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const deliveryId = url.searchParams.get('delivery')
  return refusalToResponse(
    Promise.all([
      findEndpoint(ctx, id),
      listDeliveries(ctx, id, { ...listQueryFrom(url), limit: 25 }),
      deliveryId ? findDelivery(ctx, id, deliveryId) : null,
      findOwnerProofs(ctx),
    ]).then(([endpoint, deliveries, delivery, proofs]) => ({ endpoint, deliveries, delivery, proofs })),
  )
}

export const clientMiddleware = keepFormOnFailure()

export const action = adminAction(ENDPOINT_FORMS, 'Not saved', { keepQuery: true })

export default function EndpointDetails({ loaderData }: Route.ComponentProps) {
  const { endpoint, deliveries, delivery, proofs } = loaderData
  const { secret } = usePageResult<SecretResult>() ?? {}
  const adminPath = useAdminPath()
  const path = adminPath(`integrations/${endpoint.id}`)
  const isPaused = endpoint.state === 'paused'
  const hasLostOwner = endpoint.pauseReason === 'creator_removed'
  return (
    <OwnerProofsContext value={proofs}>
      <TextLink to={adminPath('integrations')} className="mb-2 inline-block">
        Integrations
      </TextLink>
      <ScreenHeader
        title={endpoint.description || 'Webhook'}
        lead={<span className="break-all">{endpoint.url}</span>}
      >
        <EndpointState endpoint={endpoint} />
        {!hasLostOwner && (
          <ActionForm action={`${path}/${isPaused ? 'resume' : 'pause'}`} preventScrollReset>
            <TextButton>{isPaused ? 'Resume' : 'Pause'}</TextButton>
          </ActionForm>
        )}
        <ActionForm action={`${path}/test`} preventScrollReset>
          <TextButton>Send test event</TextButton>
        </ActionForm>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      {hasLostOwner && <p className="mb-6 max-w-prose">{CREATOR_REMOVED}</p>}
      {secret && <SecretNotice key={secret.value} secret={secret} />}
      <div className="space-y-12">
        {delivery && <DeliverySection endpointPath={path} delivery={delivery} />}
        <DeliveriesSection deliveries={deliveries} />
        <Section title="Settings">
          <ActionForm
            key={endpoint.version}
            action={`${path}/settings`}
            noValidate
            preventScrollReset
            className="max-w-4xl space-y-5"
          >
            <input type="hidden" name="version" value={endpoint.version} />
            <EndpointFields endpoint={endpoint} />
            <div className="max-w-md space-y-4">
              <p className="text-ink-soft">A new address needs your confirmation. Other changes don’t.</p>
              <OwnerFields submitLabel="Save" passwordLabel="Your password" allFactors />
            </div>
          </ActionForm>
          <div className="mt-6 border-hairline border-t pt-3">
            <ConfirmedForm
              action={`${path}/secret`}
              label="New signing secret"
              submitLabel="Create secret"
              asksForOwner
            >
              Deliveries are signed with both secrets for 24 hours. After that, the earlier one no longer
              works.
            </ConfirmedForm>
            <ConfirmedForm action={`${path}/delete`} label="Delete webhook" submitLabel="Delete">
              Waiting events aren’t sent any more. You can’t undo this.
            </ConfirmedForm>
          </div>
        </Section>
      </div>
    </OwnerProofsContext>
  )
}
