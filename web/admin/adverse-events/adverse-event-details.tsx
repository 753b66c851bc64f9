import { type AdverseEvent, findAdverseEvent } from '#core/adverse-events/adverse-events.server.ts'
import { editAdverseEvent } from '#core/adverse-events/record-adverse-event.server.ts'
import { SEVERITY_NAMES } from '#core/adverse-events/severity.ts'
import { findToday } from '#core/batches/batches.server.ts'
import { formatDay } from '#core/dates.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/adverse-event-details'
import { AdverseEventFields } from './adverse-event-fields.tsx'
import { atFormFields, readAdverseEvent } from './read-adverse-event.ts'

export const meta = adminMeta('Adverse event')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const event = await refusalToResponse(findAdverseEvent(ctx, params.id))
  return { event, today: await findToday(ctx) }
}

export const action = adminAction(
  {
    '': async ({ ctx, form, params: { id = '' } }) => {
      await editAdverseEvent(ctx, id, await readAdverseEvent(ctx, form)).catch(atFormFields)
      return 'adverse-event-saved'
    },
  },
  'Adverse event not saved',
)

export default function AdverseEventDetails({ loaderData }: Route.ComponentProps) {
  const { event, today } = loaderData
  const adminPath = useAdminPath()
  const can = useCan()
  const { id, productId, productName, batchId, batchNumber, orderNumber, createdBy, createdAt } = event
  return (
    <>
      <ScreenHeader title={`Adverse event of ${formatDay(event.receivedOn)}`}>
        <HeaderLink to="adverse-events">All adverse events</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <p className="mb-6 flex flex-wrap gap-x-6 gap-y-1">
        <AdminLink to={`products/${productId}`}>{productName}</AdminLink>
        {batchId && <AdminLink to={`products/batches/${batchId}`}>{`Batch ${batchNumber}`}</AdminLink>}
        {orderNumber && <AdminLink to={`orders/${orderNumber}`}>{`Order #${orderNumber}`}</AdminLink>}
        <span className="text-ink-soft">
          Recorded on {formatDay(createdAt.toISOString().slice(0, 10))}
          {createdBy && ` by ${createdBy}`}
        </span>
      </p>
      {can('customers.edit') ? (
        <ActionForm
          key={event.updatedAt.getTime()}
          action={adminPath(`adverse-events/${id}`)}
          noValidate
          className="max-w-3xl space-y-6"
        >
          <AdverseEventFields event={event} today={today} />
          <SubmitButton>Save</SubmitButton>
        </ActionForm>
      ) : (
        <EventText event={event} />
      )}
    </>
  )
}

function EventText({ event: { severity, description, actionTaken, reportedOn } }: { event: AdverseEvent }) {
  return (
    <div className="max-w-prose space-y-3">
      <p>{SEVERITY_NAMES[severity]}</p>
      <p className="whitespace-pre-line">{description}</p>
      {actionTaken && <p className="whitespace-pre-line text-ink-soft">{actionTaken}</p>}
      {reportedOn && <p>Reported to the authority on {formatDay(reportedOn)}</p>}
    </div>
  )
}
