import { blockCustomer, unblockCustomer } from '#core/accounts/block-customer.server.ts'
import { hasSecondFactor, removeSecondFactor } from '#core/accounts/security/remove-second-factor.server.ts'
import { findOwnerProofs, type OwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { countSessions, signOutEverywhere } from '#core/accounts/sessions/sign-out-everywhere.server.ts'
import { findCustomer } from '#core/customers/customer.server.ts'
import {
  addCustomerNote,
  findCustomerTags,
  listCustomerNotes,
  tagCustomer,
  untagCustomer,
} from '#core/customers/tags/customer-tags.server.ts'
import { listCustomerCredit } from '#core/gift-cards/store-credit.server.ts'
import { formatFigure } from '#core/money.ts'
import { getCustomerOrderTotals } from '#core/orders/admin/customer-order-totals.server.ts'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { listImportedOrdersOfCustomer } from '#core/orders/imported/imported-orders.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { isStaff } from '#core/permissions/policy.ts'
import { eraseCustomer } from '#core/privacy/erase-customer.server.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import {
  type AdminContext,
  adminBasePath,
  adminMeta,
  listQueryFrom,
  requireAdmin,
  useAdminPath,
} from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { runWithApproval } from '../approvals/run-with-approval.ts'
import { giveStoreCredit } from '../gift-cards/gift-card-forms.ts'
import { StoreCreditSection } from '../gift-cards/store-credit-section.tsx'
import { ImportedOrdersSection } from '../orders/imported/imported-orders-section.tsx'
import { OrderTable } from '../orders/order-table.tsx'
import { useCan } from '../ui/can.tsx'
import { Notes } from '../ui/notes.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { TagSection } from '../ui/tags.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/customer-details'
import { AccountStatus, Addresses, ConsentSettings } from './customer-side-sections.tsx'
import { EraseData } from './erase-data.tsx'
import { LostSecondFactor } from './lost-second-factor.tsx'
import { roleName } from './role-name.ts'
import { NOT_PROVIDED } from './user-table.tsx'

export const meta = adminMeta('Customer')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { id } = params
  const customer = await refusalToResponse(findCustomer(ctx, id))
  const credits = hasPermission(ctx.actor, 'gift-cards.edit') ? await listCustomerCredit(ctx, id) : null
  const [orders, imported, purchases, sessions, secondFactor, unblocking, tagging, notes] = await Promise.all(
    [
      refusalToResponse(listAdminOrders(ctx, { ...listQueryFrom(url), customerId: id })),
      listImportedOrdersOfCustomer(ctx, id),
      getCustomerOrderTotals(ctx, id),
      countSessions(ctx, id),
      findSecondFactor(ctx, id),
      isStaff(customer.profile) && hasPermission(ctx.actor, 'staff.edit') ? findOwnerProofs(ctx) : null,
      findCustomerTags(ctx, id),
      listCustomerNotes(ctx, id),
    ],
  )
  return {
    ...customer,
    credits,
    orders,
    imported,
    purchases,
    sessions,
    secondFactor,
    unblocking,
    tagging,
    notes,
  }
}

/** What the owner can confirm a removal with; null if there is nothing to remove, or someone else has to. */
async function findSecondFactor(ctx: AdminContext, id: string): Promise<OwnerProofs | null> {
  if (id === ctx.actor.id || !hasPermission(ctx.actor, 'staff.edit')) return null
  return (await hasSecondFactor(ctx, id)) ? findOwnerProofs(ctx) : null
}

const CUSTOMER_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, context, form, params: { id = '' } }) => {
    await removeSecondFactor(ctx, id, readOwnerProof(context, form))
    return 'second-factor-removed'
  },
  notes: async ({ ctx, form, params: { id = '' } }) => {
    await addCustomerNote(ctx, id, fieldText(form, 'note'))
    return 'note-added'
  },
  tags: async ({ ctx, form, params: { id = '' } }) => {
    await tagCustomer(ctx, id, fieldText(form, 'tag'))
    return 'tags-updated'
  },
  'tags/removal': async ({ ctx, form, params: { id = '' } }) => {
    await untagCustomer(ctx, id, fieldText(form, 'tag'))
    return 'tags-updated'
  },
  'sign-out': async ({ ctx, params: { id = '' } }) => {
    await signOutEverywhere(ctx, id)
    return 'sessions-ended'
  },
  erasure: async ({ ctx, context, form, url, params: { id = '' } }) => {
    const notice = await runWithApproval(ctx, form, 'customer-erased', () => eraseCustomer(ctx, id))
    if (notice !== 'customer-erased') return notice
    return redirectWithFlash(context, notice, `${adminBasePath(url)}/users`)
  },
  'store-credit': giveStoreCredit,
  block: async ({ ctx, params: { id = '' } }) => {
    await blockCustomer(ctx, id)
    return 'customer-blocked'
  },
  unblock: async ({ ctx, context, form, params: { id = '' } }) => {
    await unblockCustomer(ctx, id, readOwnerProof(context, form))
    return 'customer-unblocked'
  },
}

export const action = adminAction(CUSTOMER_FORMS, 'Couldn’t update the customer')

export default function CustomerDetails({ loaderData }: Route.ComponentProps) {
  const { profile, addresses, settings, orders, purchases, sessions, secondFactor, unblocking } = loaderData
  const { imported, tagging, notes, credits } = loaderData
  const adminPath = useAdminPath()
  const canEdit = useCan()('customers.edit')
  return (
    <>
      <ScreenHeader title={profile.fullName || NOT_PROVIDED} lead={profile.email}>
        {sessions > 0 && canEdit && (
          <ActionForm action={adminPath(`users/${profile.id}/sign-out`)}>
            <SubmitButton variant="secondary">Sign out everywhere</SubmitButton>
          </ActionForm>
        )}
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <StatList
        stats={[
          ['Orders', purchases.orders],
          ['Lifetime spend', formatFigure(purchases.paid)],
          ['Role', roleName(profile)],
          ['Joined', <Timestamp key="joined" at={profile.createdAt} />],
          ['Active sessions', sessions ? pluralize(sessions, 'device') : 'None'],
          ['Phone', profile.phone || NOT_PROVIDED],
        ]}
      />
      <div className="mt-8 grid gap-8 xl:grid-cols-[1fr_18rem]">
        <div className="min-w-0 space-y-10">
          <section aria-label="Orders">
            <h2 className="mb-2 font-display text-name">Orders</h2>
            <OrderTable
              label="Orders"
              orders={orders.rows}
              sortable
              showCustomer={false}
              empty="No orders yet."
            />
            <Pager next={orders.next} previous={orders.previous} />
          </section>
          {imported.rows.length > 0 && <ImportedOrdersSection email={profile.email} page={imported} />}
          <Notes
            action={canEdit ? adminPath(`users/${profile.id}/notes`) : undefined}
            notes={notes}
            label="Internal note (in the customer’s data export)"
          />
        </div>
        <div className="space-y-8">
          {canEdit && <TagSection action={adminPath(`users/${profile.id}/tags`)} {...tagging} />}
          {credits && <StoreCreditSection userId={profile.id} credits={credits} />}
          <Addresses addresses={addresses} />
          <ConsentSettings settings={settings} />
          {profile.role === 'user' && canEdit && <AccountStatus profile={profile} proofs={unblocking} />}
          {!isStaff(profile) && canEdit && (
            <EraseData
              action={adminPath(`users/${profile.id}/erasure`)}
              question={`Delete ${profile.email}’s account and personal data?`}
            />
          )}
          {secondFactor && <LostSecondFactor profile={profile} proofs={secondFactor} />}
        </div>
      </div>
    </>
  )
}
