import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { Section } from '../ui/section.tsx'
import { ApprovalReason } from './approval-reason.tsx'
import { useApprovals } from './approvals-context.ts'

/** Where the export links lead while exports of personal data need approval. */
export function RequestExport({ list, query }: { list: string; query: string }) {
  const adminPath = useAdminPath()
  return (
    <Section title={`Export ${list}`}>
      <ActionForm
        action={adminPath(`approvals/export?${query}`)}
        noValidate
        preventScrollReset
        className="max-w-prose space-y-4"
      >
        <p>
          The file has personal data. Once approved, you can download it here once, within 24 hours. It holds
          the rows that match your filters at that time.
        </p>
        <input type="hidden" name="list" value={list} />
        <ApprovalReason isNeeded />
        <p className="flex flex-wrap items-center gap-6">
          <SubmitButton>Request approval</SubmitButton>
          <ActionLink to={adminPath('approvals')}>Cancel</ActionLink>
        </p>
      </ActionForm>
    </Section>
  )
}

const NAMES: Record<string, string> = {
  orders: 'Orders',
  returns: 'Returns',
  users: 'Users',
  newsletter: 'Newsletter',
  reviews: 'Reviews',
}

/** An approved export also opens lists again that showed too many records on one day. */
export function ExportRequestLinks() {
  const can = useCan()
  const { rules } = useApprovals()
  if (!rules.personalDataExport || !can('personal-data.export')) return null
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4">
      Request an export:
      {Object.entries(NAMES).map(([list, title]) => (
        <HeaderLink key={list} to={`approvals?export=${list}.csv`}>
          {title}
        </HeaderLink>
      ))}
    </p>
  )
}
