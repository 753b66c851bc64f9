import { Form } from 'react-router'
import { type ChecklistItem, isReady } from '#core/readiness/readiness.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const STATUSES: Record<ChecklistItem['status'], [Tone, string]> = {
  complete: ['success', 'Complete'],
  warning: ['attention', 'Warning'],
  incomplete: ['error', 'Incomplete'],
}

export function DeploymentReadiness({ items }: { items: ChecklistItem[] }) {
  const ready = isReady(items)
  return (
    <>
      <p className="mb-3">
        <StatusDot tone={ready ? 'success' : 'error'}>{ready ? 'Ready' : 'Not ready'}</StatusDot>
      </p>
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
    </>
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
