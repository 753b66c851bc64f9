import type { DeliveryDetails, WebhookAttempt } from '#core/webhooks/delivery.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { DeliveryState } from './deliveries-section.tsx'

const CODE =
  'mt-2 max-h-80 overflow-auto whitespace-pre-wrap break-words border border-hairline bg-white/60 p-3 text-small'

type Props = { endpointPath: string; delivery: DeliveryDetails }

export function DeliverySection({ endpointPath, delivery }: Props) {
  const { id, type, state, nextAttemptAt, body, history } = delivery
  return (
    <Section title={`Delivery of ${type}`}>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <DeliveryState state={state} />
        <code className="break-all text-ink-soft">{id}</code>
        {nextAttemptAt && (
          <span>
            Next attempt: <Timestamp at={nextAttemptAt} showTime />
          </span>
        )}
      </p>
      <ActionForm action={`${endpointPath}/deliveries/${id}/replay`} preventScrollReset className="mt-3">
        <SubmitButton>{state === 'pending' ? 'Send now' : 'Send again'}</SubmitButton>
      </ActionForm>
      <div className="mt-6 grid gap-8 lg:grid-cols-2">
        <section aria-label="Request">
          <h3>Request</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className={CODE}>
            {formatBody(body)}
          </pre>
        </section>
        <section aria-label="Attempts">
          <h3>Attempts</h3>
          {history.length === 0 && <p className="mt-2 text-ink-soft">Not sent yet.</p>}
          <ol className="mt-2 space-y-4">
            {history.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        </section>
      </div>
    </Section>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { number, at, durationMs, status, error, response } = attempt
  return (
    <li>
      <p>
        {number}. <Timestamp at={at} showTime /> · {status ?? 'No response'} · {durationMs} ms
      </p>
      {error && <p className="text-rosewood">{error}</p>}
      {response && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className={CODE}>
          {response}
        </pre>
      )}
    </li>
  )
}

function formatBody(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
