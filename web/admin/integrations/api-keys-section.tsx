import type { ApiKey } from '#core/accounts/api-keys/api-key.ts'
import { isUnused, keyState, UNUSED_DAYS } from '#core/accounts/api-keys/key-state.ts'
import { SCOPES } from '#core/permissions/scopes.ts'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { DataList, type ListPage } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { useAdminPath } from '../admin-context.ts'
import { NewItem } from '../new-item.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'
import { ConfirmedForm } from './confirmed-form.tsx'

type Props = { keys: ListPage<ApiKey>; now: Date }

export function ApiKeysSection({ keys, now }: Props) {
  return (
    <Section title="API keys">
      <NewKeyForm />
      <DataList
        label="API keys"
        columns={columnsAt(now)}
        page={keys}
        defaultSort="newest"
        empty="No API keys yet. A key lets another program, such as your warehouse’s, use the API."
      />
    </Section>
  )
}

const SCOPE_OPTIONS = Object.entries(SCOPES).map(([name, { title }]) => [name, `${title} (${name})`] as const)

function NewKeyForm() {
  const action = useAdminPath()('integrations/keys')
  const { values } = useOwnResult(action)
  return (
    <NewItem title="New API key" isOpen={values !== undefined} className="mb-3">
      <ActionForm action={action} noValidate preventScrollReset className="max-w-4xl space-y-5 pt-2 pb-5">
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
          <Field label="Name" name="name" autoComplete="off" hint="The program that uses the key" />
          <Field label="Expires after" name="expiresAt" type="date" hint="Optional" />
        </div>
        <CheckboxGroup legend="Scopes" group="scopes" options={SCOPE_OPTIONS} />
        <div className="max-w-md space-y-4">
          <p className="text-ink-soft">Anyone who has the key can use it, so confirm that it’s you.</p>
          <OwnerFields submitLabel="Create key" allFactors />
        </div>
      </ActionForm>
    </NewItem>
  )
}

const STATES = {
  active: ['success', 'Active'],
  expired: ['neutral', 'Expired'],
  revoked: ['neutral', 'Revoked'],
} as const

const CREATOR_LEFT = ['error', 'Creator lost access'] as const
const UNUSED = ['attention', `Unused for ${UNUSED_DAYS} days`] as const

function columnsAt(now: Date): Column<ApiKey>[] {
  return [
    {
      title: 'Name',
      placement: 'lead',
      cell: ({ name, hint, createdBy }) => (
        <>
          {name} <code className="text-ink-soft">…{hint}</code>
          <span className="block wrap-anywhere text-ink-soft">
            by {createdBy ? <EmailText email={createdBy} /> : 'a deleted account'}
          </span>
        </>
      ),
    },
    { title: 'Scopes', placement: 'below', cell: ({ scopes }) => scopes.join(', ') },
    {
      title: 'Last used',
      placement: 'desktop',
      cell: ({ lastUsedAt, lastNetwork }) =>
        lastUsedAt ? (
          <span title={`Network ${lastNetwork}`}>
            <Timestamp at={lastUsedAt} showTime />
          </span>
        ) : (
          'Never'
        ),
    },
    {
      title: 'Requests (hour / day)',
      align: 'end',
      placement: 'desktop',
      cell: ({ requestsLastHour, requestsLastDay }) =>
        `${formatNumber(requestsLastHour)} / ${formatNumber(requestsLastDay)}`,
    },
    {
      title: 'Expires',
      placement: 'desktop',
      cell: ({ expiresAt }) => (expiresAt ? <Timestamp at={expiresAt} /> : 'Never'),
    },
    {
      title: 'Status',
      placement: 'side',
      cell: (apiKey) => {
        const [tone, label] = keyStatus(apiKey, now)
        return <StatusDot tone={tone}>{label}</StatusDot>
      },
    },
    {
      title: 'Revoke',
      cell: (apiKey) => (apiKey.revokedAt ? null : <RevokeKey {...apiKey} />),
    },
  ]
}

function keyStatus(apiKey: ApiKey, now: Date) {
  const state = keyState(apiKey, now)
  if (state === 'active' && !apiKey.creatorHasAccess) return CREATOR_LEFT
  return isUnused(apiKey, now) ? UNUSED : STATES[state]
}

function RevokeKey({ id, name }: ApiKey) {
  const action = useAdminPath()(`integrations/keys/${id}/revoke`)
  return (
    <ConfirmedForm action={action} label="Revoke" subject={name} submitLabel="Revoke key">
      Programs that use it are refused from then on. You can’t undo this.
    </ConfirmedForm>
  )
}
