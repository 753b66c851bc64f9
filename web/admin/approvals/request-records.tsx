import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ApprovalReason } from './approval-reason.tsx'

const useAction = () => useAdminPath()('approvals/records?show=waiting')

/** In place of a list that shows more personal records than a person may read on a day. */
export function RequestRecords() {
  const action = useAction()
  return (
    <ActionForm action={action} noValidate preventScrollReset className="mt-6 max-w-prose space-y-4">
      <ApprovalReason
        isNeeded
        note="A second person can let you read as many records again today, in the store’s time zone."
      />
      <SubmitButton>Request approval</SubmitButton>
    </ActionForm>
  )
}

/** Before scripts load, a refused request shows this page. */
export function RefusedRecordsRequest() {
  const { fields } = useOwnResult(useAction())
  return fields ? <RequestRecords /> : null
}
