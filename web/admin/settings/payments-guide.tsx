import type { ReactNode } from 'react'
import { PROVIDER_EVENTS } from '#core/payments/provider-events.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import type { PaymentsState } from './load-payments.ts'

/** What to create at Stripe, and where to put it. */
export function PaymentsGuide({ card, isDemo, checks, webhookUrl }: PaymentsState) {
  return (
    <section aria-label="Connect Stripe" className="mt-14 space-y-8">
      <h3 className="font-display text-name">Connect Stripe</h3>
      <ul aria-label="Status" className="border-hairline border-t">
        {checks.map(({ id, title, status, description }) => (
          <li key={id} className="border-hairline border-b py-2">
            <p className="flex justify-between gap-4">
              {title}
              <StatusDot tone={STATUSES[status][0]}>{STATUSES[status][1]}</StatusDot>
            </p>
            <p className="text-ink-soft">{description}</p>
          </li>
        ))}
      </ul>
      {isDemo && card === 'test' && (
        <p className="max-w-prose text-ink-soft">
          Without keys, the demo takes payments in a sandbox on this machine. With your own keys, it uses
          Stripe.
        </p>
      )}
      <ol className="space-y-8">
        <Step number={1} title="Create the keys">
          <p>
            In Stripe’s dashboard, open Developers → API keys. Copy the secret key: <Code>sk_test_…</Code> to
            try payments, <Code>sk_live_…</Code> to charge cards. For payments on a page of the store, copy
            the publishable key (<Code>pk_…</Code>) too.
          </p>
        </Step>
        <Step number={2} title="Create the webhook">
          <p>Open Developers → Webhooks, and add an endpoint with this address:</p>
          <CopyText text={webhookUrl} name="Webhook address" />
          <p>Let it send these events:</p>
          <CopyText text={PROVIDER_EVENTS.join('\n')} name="Events" />
          <p>
            Then copy its signing secret (<Code>whsec_…</Code>). Test and live mode each have their own
            endpoint and secret.
          </p>
        </Step>
        <Step number={3} title="Give them to the server">
          <p>
            They are secrets of the server, so they aren’t stored here. The operator sets these environment
            variables and restarts the store:
          </p>
          <CopyText
            text={'STRIPE_SECRET_KEY=sk_…\nSTRIPE_PUBLISHABLE_KEY=pk_…\nSTRIPE_WEBHOOK_SECRET=whsec_…'}
            name="Environment variables"
          />
        </Step>
        <Step number={4} title="Make a test payment">
          <p>
            With test keys, order a product with the card <Code>4242 4242 4242 4242</Code>, any date in the
            future, and any security code. The order is paid within seconds, and the status above says that
            the webhook arrived. Refund it in <AdminLink to="orders">Orders</AdminLink>.
          </p>
          <p>With live keys, do the same once with a card of your own.</p>
        </Step>
      </ol>
    </section>
  )
}

const STATUSES: Record<PaymentsState['checks'][number]['status'], [Tone, string]> = {
  complete: ['success', 'Complete'],
  warning: ['attention', 'Warning'],
  incomplete: ['error', 'Incomplete'],
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <h4 className="font-medium">
        {number}. {title}
      </h4>
      <div className="mt-2 max-w-prose space-y-3">{children}</div>
    </li>
  )
}

const Code = ({ children }: { children: ReactNode }) => <code className="whitespace-nowrap">{children}</code>

function CopyText({ text, name }: { text: string; name: string }) {
  const showToast = useToast()
  async function copy() {
    await navigator.clipboard.writeText(text)
    showToast({ title: `${name} copied` })
  }
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-hairline border-l-2 py-1 pl-4">
      <code className="select-all whitespace-pre-wrap break-all">{text}</code>
      <Button variant="secondary" onClick={copy} className="noscript:hidden">
        Copy<span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
