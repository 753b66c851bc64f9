import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { MAX_ENDPOINTS } from '#core/webhooks/webhook-events.ts'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { NewItem } from '../new-item.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'
import { EndpointFields } from './endpoint-fields.tsx'
import { EndpointState } from './endpoint-state.tsx'

export function EndpointsSection({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  return (
    <Section title="Webhooks">
      {endpoints.length < MAX_ENDPOINTS && <NewEndpointForm />}
      <DataTable
        label="Webhooks"
        columns={COLUMNS}
        rows={endpoints}
        empty="No webhooks yet. A webhook tells another program when an order is placed, stock runs low, and more."
      />
    </Section>
  )
}

function NewEndpointForm() {
  const action = useAdminPath()('integrations/webhooks')
  const { values } = useOwnResult(action)
  return (
    <NewItem title="New webhook" isOpen={values !== undefined} className="mb-3">
      <ActionForm action={action} noValidate preventScrollReset className="max-w-4xl space-y-5 pt-2 pb-5">
        <EndpointFields />
        <div className="max-w-md space-y-4">
          <p className="text-ink-soft">
            The address receives what the events contain, so confirm that it’s you.
          </p>
          <OwnerFields submitLabel="Create webhook" passwordLabel="Your password" allFactors />
        </div>
      </ActionForm>
    </NewItem>
  )
}

const COLUMNS: Column<WebhookEndpoint>[] = [
  { title: 'Address', placement: 'lead', cell: (endpoint) => <EndpointLink {...endpoint} /> },
  { title: 'Events', placement: 'below', cell: ({ events }) => events.join(', ') },
  {
    title: 'Waiting',
    align: 'end',
    placement: 'desktop',
    cell: ({ pending }) => formatNumber(pending),
  },
  { title: 'Status', placement: 'side', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
]

function EndpointLink({ id, url, description }: WebhookEndpoint) {
  const adminPath = useAdminPath()
  return (
    <>
      <TextLink to={adminPath(`integrations/${id}`)} className="break-all">
        {url}
      </TextLink>
      {description && <span className="block text-ink-soft">{description}</span>}
    </>
  )
}
