import type { SetupStep } from '#core/readiness/store-setup.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { useAdminPath } from '../admin-context.ts'

/** What a new store needs before it opens. */
export function FirstSteps({ steps }: { steps: SetupStep[] }) {
  const adminPath = useAdminPath()
  return (
    <>
      <ol aria-label="First steps" className="border-hairline border-t">
        {steps.map(({ id, isDone, link }) => (
          <li key={id} className="border-hairline border-b">
            <Link to={adminPath(link.to)} className="flex min-h-11 items-center gap-4 hover:bg-paper">
              <span aria-hidden="true" className="w-10 text-right text-lead">
                {isDone ? '✓' : '○'}
              </span>
              <span className={isDone ? 'text-ink-soft' : ''}>{link.label}</span>
              <span className="ml-auto text-ink-soft">
                {isDone ? 'Done' : <span aria-hidden="true">→</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <ActionForm action={adminPath('first-steps')} className="mb-4 text-ink-soft">
        <TextButton>Dismiss these steps</TextButton>
      </ActionForm>
    </>
  )
}
