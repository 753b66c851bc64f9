import { Form } from 'react-router'
import { type ChecklistItem, isReady } from '#core/readiness/readiness.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'
import { pluralize } from '../ui/pluralize.ts'

const STATUSES: Record<ChecklistItem['status'], [Tone, string]> = {
  complete: ['success', 'Complete'],
  warning: ['attention', 'Warning'],
  incomplete: ['error', 'Incomplete'],
}

export function DeploymentReadiness({ items }: { items: ChecklistItem[] }) {
  const ready = isReady(items)
  const problems = items.filter(({ status }) => status !== 'complete')
  const completed = items.filter(({ status }) => status === 'complete')
  return (
    <>
      <p className="mb-3">
        <StatusDot tone={ready ? 'success' : 'error'}>{ready ? 'Ready' : 'Not ready'}</StatusDot>
      </p>
      <ItemList items={problems} />
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
      {items.map(({ id, title, description, status, critical }) => (
        <li key={id} className="border-hairline border-b py-2">
          <p className="flex justify-between gap-4">
            <span>
              {title}
              {critical && <span className="text-ink-soft"> · Critical</span>}
            </span>
            <StatusDot tone={STATUSES[status][0]}>{STATUSES[status][1]}</StatusDot>
          </p>
          {status !== 'complete' && <p className="text-ink-soft">{description}</p>}
          {id === 'jobs' && status === 'warning' && <RetryJobs />}
        </li>
      ))}
    </ul>
  )
}

/** The jobs item warns only about jobs that ran out of attempts. */
function RetryJobs() {
  return (
    <Form method="post" className="mt-2">
      <SubmitButton>Retry jobs</SubmitButton>
    </Form>
  )
}
