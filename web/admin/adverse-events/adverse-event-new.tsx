import { recordAdverseEvent } from '#core/adverse-events/record-adverse-event.server.ts'
import { findToday } from '#core/batches/batches.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminBasePath, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/adverse-event-new'
import { AdverseEventFields } from './adverse-event-fields.tsx'
import { atFormFields, readAdverseEvent } from './read-adverse-event.ts'

export const meta = adminMeta('New adverse event')

/** `?order=` fills in an order. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const orderNumber = url.searchParams.get('order')?.slice(0, 64) ?? null
  return { today: await findToday(ctx), orderNumber }
}

export const action = adminAction(
  {
    '': async ({ ctx, context, form, url }) => {
      await recordAdverseEvent(ctx, await readAdverseEvent(ctx, form)).catch(atFormFields)
      return redirectWithFlash(context, 'adverse-event-recorded', `${adminBasePath(url)}/adverse-events`)
    },
  },
  'Adverse event not recorded',
)

export default function NewAdverseEvent({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="New adverse event">
        <HeaderLink to="adverse-events">All adverse events</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ActionForm action={adminPath('adverse-events/new')} noValidate className="max-w-3xl space-y-6">
        <AdverseEventFields event={{ orderNumber: loaderData.orderNumber }} today={loaderData.today} />
        <SubmitButton>Record</SubmitButton>
      </ActionForm>
    </>
  )
}
