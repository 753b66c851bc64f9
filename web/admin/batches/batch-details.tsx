import { type Batch, findBatch, findToday } from '#core/batches/batches.server.ts'
import { proposeRecallEmail } from '#core/batches/recall/recall-email.ts'
import {
  countOpenOrders,
  countRecipients,
  listRecipients,
} from '#core/batches/recall/recall-recipients.server.ts'
import { planRecallRefunds } from '#core/batches/recall/recall-refunds.server.ts'
import { findRecallEmail } from '#core/batches/recall/send-recall-emails.server.ts'
import { formatDay } from '#core/dates.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { type AdminContext, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/batch-details'
import { BATCH_FORMS } from './batch-forms.ts'
import { BatchRecipients } from './batch-recipients.tsx'
import { BatchStatus } from './batch-status.tsx'
import { RecallBatch } from './recall-batch.tsx'
import { RecallEmailForm } from './recall-email-form.tsx'

export const meta = adminMeta('Batch')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const batch = await refusalToResponse(findBatch(ctx, params.id))
  const { cursor } = listQueryFrom(url)
  const [today, orders] = await Promise.all([findToday(ctx), loadOrders(ctx, batch, cursor)])
  return { batch, today, orders }
}

/** Null for who doesn't see orders. */
async function loadOrders(ctx: AdminContext, batch: Batch, cursor: string | undefined) {
  if (!hasPermission(ctx.actor, 'orders.view')) return null
  const [recipients, count, open, email] = await Promise.all([
    refusalToResponse(listRecipients(ctx, { scope: batch.id, cursor })),
    countRecipients(ctx, batch.id),
    countOpenOrders(ctx, batch.id),
    findRecallEmail(ctx, batch.id),
  ])
  const refunds =
    batch.recalledAt && hasPermission(ctx.actor, 'orders.refund')
      ? await planRecallRefunds(ctx, batch, recipients.rows)
      : {}
  return { recipients, count, open, email, proposedEmail: proposeRecallEmail(batch), refunds }
}

export const action = adminAction(BATCH_FORMS, 'Not done', { keepQuery: true })

export default function BatchDetails({ loaderData }: Route.ComponentProps) {
  const { batch, today, orders } = loaderData
  const { id, number, productId, productName, expiresOn, received, remaining, assigned, recalledAt } = batch
  return (
    <>
      <ScreenHeader
        title={`Batch ${number}`}
        lead={<AdminLink to={`products/${productId}`}>{productName}</AdminLink>}
      >
        <HeaderLink to={`products/batches?in=${productId}`}>Batches of this product</HeaderLink>
        <Can to="customers.view">
          <HeaderLink to={`adverse-events?in=${id}`}>Adverse events</HeaderLink>
        </Can>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <StatList
        stats={[
          ['Status', <BatchStatus key="status" batch={batch} today={today} />],
          ['Expires', expiresOn ? formatDay(expiresOn) : 'Not set'],
          ['Received', received, undefined],
          ['Left', remaining],
          ['In open orders', assigned],
          ['Formula', batch.formulaVersion ? `Version ${batch.formulaVersion}` : 'None'],
        ]}
      />
      {recalledAt && <Recalled batch={batch} recalledAt={recalledAt} />}
      <div className={`mt-8 grid gap-x-12 gap-y-10 ${recalledAt ? '' : 'xl:grid-cols-[1fr_20rem]'}`}>
        <div className="min-w-0 space-y-10">
          {recalledAt && orders && (
            <Can to="orders.edit">
              <RecallEmailForm
                batch={batch}
                email={orders.email}
                proposed={orders.proposedEmail}
                count={orders.count}
              />
            </Can>
          )}
          {orders ? (
            <BatchRecipients batch={batch} {...orders} />
          ) : (
            <p className="text-ink-soft">
              Your role doesn’t include orders, so this page doesn’t show who got the batch.
            </p>
          )}
        </div>
        {!recalledAt && (
          <Can to="stock.edit">
            <div className="space-y-10">
              <EditBatch key={`${number} ${expiresOn}`} batch={batch} />
              <RecallBatch batch={batch} open={orders?.open ?? 0} recipients={orders?.count.orders ?? 0} />
            </div>
          </Can>
        )}
      </div>
    </>
  )
}

function Recalled({ batch, recalledAt }: { batch: Batch; recalledAt: Date }) {
  const { recallReason, withdrawn, lacking } = batch
  return (
    <div role="note" className="mt-6 max-w-prose space-y-2 border-rosewood border-l-2 pl-5">
      <p>
        Recalled on <Timestamp at={recalledAt} showTime />. {withdrawn} {withdrawn === 1 ? 'unit' : 'units'}{' '}
        left stock and can’t be sold or sent.
      </p>
      <p className="whitespace-pre-line text-ink-soft">{recallReason}</p>
      {lacking > 0 && (
        <p>
          Open orders lack {lacking} {lacking === 1 ? 'unit' : 'units'}. They can’t be shipped until you
          receive more, or refund the item.{' '}
          <AdminLink to="orders?show=to-pack">View orders to fulfill</AdminLink>
        </p>
      )}
    </div>
  )
}

function EditBatch({ batch: { id, number, expiresOn } }: { batch: Batch }) {
  const adminPath = useAdminPath()
  return (
    <Section title="Details">
      <ActionForm action={adminPath(`products/batches/${id}`)} noValidate className="space-y-3">
        <Field label="Batch number" name="number" defaultValue={number} maxLength={50} autoComplete="off" />
        <Field
          label="Expires on"
          name="expiresOn"
          type="date"
          defaultValue={expiresOn ?? ''}
          hint="The last day on which it may be sent. Optional."
        />
        <SubmitButton variant="secondary">Save</SubmitButton>
      </ActionForm>
    </Section>
  )
}
