import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { type ChecklistDetail, type ChecklistItem, isReady } from '#core/readiness/readiness.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'

const STATUSES: Record<ChecklistItem['status'], [Tone, string]> = {
  complete: ['success', 'Complete'],
  warning: ['attention', 'Warning'],
  incomplete: ['error', 'Incomplete'],
}

/** One line of the dashboard, which leads to the checks. */
export function ReadinessSummary({ items }: { items: ChecklistItem[] }) {
  const to = useAdminPath()('readiness')
  const notes = items.filter(({ status }) => status !== 'complete').length
  return (
    <section aria-label="Deployment readiness" className="mt-6">
      <Link
        to={to}
        className="flex min-h-11 flex-wrap items-center gap-x-4 border-hairline border-y hover:bg-paper"
      >
        <span>Deployment readiness</span>
        <span className="ml-auto flex items-center gap-4 whitespace-nowrap">
          <ReadyDot items={items}>{notes > 0 && `, ${pluralize(notes, 'note', 'notes')}`}</ReadyDot>
          <span aria-hidden="true" className="text-ink-soft">
            →
          </span>
        </span>
      </Link>
    </section>
  )
}

function ReadyDot({ items, children }: { items: ChecklistItem[]; children?: ReactNode }) {
  const ready = isReady(items)
  return (
    <StatusDot tone={ready ? 'success' : 'error'}>
      <span>
        {ready ? 'Ready' : 'Not ready'}
        {children}
      </span>
    </StatusDot>
  )
}

export function DeploymentReadiness({ items }: { items: ChecklistItem[] }) {
  const problems = items.filter(({ status }) => status !== 'complete')
  const completed = items.filter(({ status }) => status === 'complete')
  return (
    <>
      <p className="mb-3">
        <ReadyDot items={items} />
      </p>
      <ItemList items={problems} />
      {problems.some(({ description }) => /[A-Z]_[A-Z]/.test(description)) && (
        <p className="mt-3 text-ink-soft">
          Names such as SMTP_URL are environment variables. The operator of the server sets them and restarts
          the store; README.md lists them.
        </p>
      )}
      {completed.length > 0 && (
        <details>
          <summary className="link-line my-1 inline-flex min-h-9 cursor-pointer list-none items-center">
            {pluralize(completed.length, 'check complete', 'checks complete')}
          </summary>
          <ItemList items={completed} />
        </details>
      )}
    </>
  )
}

function ItemList({ items }: { items: ChecklistItem[] }) {
  if (!items.length) return null
  return (
    <ul className="border-hairline border-t">
      {items.map(({ id, title, description, status, critical, link, details = [] }) => (
        <li key={id} className="border-hairline border-b py-2">
          <p className="flex justify-between gap-4">
            <span>
              {title}
              {critical && <span className="text-ink-soft"> · Critical</span>}
            </span>
            <StatusDot tone={STATUSES[status][0]}>{STATUSES[status][1]}</StatusDot>
          </p>
          {status !== 'complete' && <p className="text-ink-soft">{description}</p>}
          {link && <AdminLink to={link.to}>{link.label}</AdminLink>}
          <DetailList details={details} />
          {id === 'jobs' && status === 'warning' && <RetryJobs />}
          {INTEGRATION_CHECKS.has(id) && status === 'warning' && <IntegrationsLink />}
        </li>
      ))}
    </ul>
  )
}

/** Paragraphs, as each list item is one check. */
const DetailList = ({ details }: { details: ChecklistDetail[] }) =>
  details.map(({ text, link }) => (
    <p key={text} className="mt-1 text-ink-soft">
      {text}. <AdminLink to={link.to}>{link.label}</AdminLink>
    </p>
  ))

const INTEGRATION_CHECKS = new Set(['api-keys', 'former-staff'])

function IntegrationsLink() {
  const to = useAdminPath()('integrations')
  return <TextLink to={to}>Open Integrations</TextLink>
}

/** The jobs item warns only about jobs that ran out of attempts or were set aside. */
function RetryJobs() {
  return (
    <Form method="post" className="mt-2">
      <SubmitButton>Retry jobs</SubmitButton>
    </Form>
  )
}
