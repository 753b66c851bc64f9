import { randomUUID } from 'node:crypto'
import { Form } from 'react-router'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { findAddresses } from '#core/customers/addresses.server.ts'
import { createDraftOrder } from '#core/draft-orders/edit-draft-order.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/draft-order-new'

export const meta = adminMeta('Create order')

const MAX_MATCHES = 10

/** `?q=` searches for a customer. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { search = '' } = listQueryFrom(url)
  const isSearch = search !== '' && hasPermission(ctx.actor, 'customers.view')
  const { rows } = isSearch
    ? await refusalToResponse(listProfiles(ctx, { search, limit: MAX_MATCHES }))
    : { rows: [] }
  const customers = rows.map(({ id, email, fullName, blockedAt }) => {
    return { id, email, fullName, isBlocked: blockedAt !== null }
  })
  return { search, customers, formKey: randomUUID() }
}

export const action = adminAction(
  {
    '': async ({ ctx, context, form, url }) => {
      const customerId = fieldText(form, 'customerId')
      const [address] = customerId ? await findAddresses(ctx.db, customerId) : []
      const isServed = address && ctx.terms.regions.includes(address.country)
      const region = isServed ? address.country : ctx.region.code
      const customer = customerId ? { customerId } : { email: fieldText(form, 'email') }
      const { id } = await createDraftOrder(ctx, { ...customer, region }, fieldText(form, 'key') || undefined)
      return redirectWithFlash(context, 'draft-created', `${adminBasePath(url)}/orders/drafts/${id}`)
    },
  },
  'Draft order not created',
)

export default function NewDraftOrder({ loaderData }: Route.ComponentProps) {
  const { search, customers, formKey } = loaderData
  const adminPath = useAdminPath()
  const can = useCan()
  const path = adminPath('orders/drafts/new')
  return (
    <>
      <ScreenHeader title="Create order" lead="Choose who it is for. Then add the items.">
        <HeaderLink to="orders/drafts">Draft orders</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="max-w-prose space-y-10">
        {can('customers.view') && (
          <Section title="Customer with an account">
            <Form action={path} className="space-y-3">
              <Field
                key={search}
                label="Name or email"
                name="q"
                type="search"
                defaultValue={search}
                autoComplete="off"
              />
              <SubmitButton variant="secondary">Search customers</SubmitButton>
            </Form>
            {search && (
              <ActionForm action={path} navigate className="mt-4">
                <input type="hidden" name="key" value={formKey} />
                <Matches customers={customers} />
              </ActionForm>
            )}
          </Section>
        )}
        <Section title="Someone else">
          <ActionForm action={path} noValidate navigate className="space-y-3">
            <input type="hidden" name="key" value={formKey} />
            <Field label="Email" name="email" type="email" autoComplete="off" />
            <SubmitButton>Create order</SubmitButton>
          </ActionForm>
        </Section>
      </div>
    </>
  )
}

type Customer = Route.ComponentProps['loaderData']['customers'][number]

function Matches({ customers }: { customers: Customer[] }) {
  if (!customers.length) return <p className="text-ink-soft">No customers match.</p>
  return (
    <ul aria-label="Customers" className="border-hairline border-t">
      {customers.map(({ id, email, fullName, isBlocked }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 border-hairline border-b py-2"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {fullName ?? email}
            {fullName && <span className="block text-ink-soft">{email}</span>}
          </span>
          {isBlocked ? (
            <span className="text-ink-soft">Blocked</span>
          ) : (
            <TextButton name="customerId" value={id} aria-label={`Create order for ${fullName ?? email}`}>
              Create order
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}
