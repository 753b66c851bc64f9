import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type FormSession, usePaymentForm } from './use-payment-form.ts'

type Props = FormSession & {
  payLabel: string
  isSandbox: boolean
  renderProviderPage(look: { isPrimary: boolean; isDisabled?: boolean }): ReactNode
}

/** The fields are the provider’s, in frames of its own: the store never sees a card. */
export function PaymentForm({ payLabel, isSandbox, renderProviderPage, ...session }: Props) {
  const { status, problem, hasWallets, fields, wallets, pay } = usePaymentForm(session)
  if (status === 'unavailable')
    return (
      <div className="mt-8">
        <p role="alert" className="mb-6">
          The payment form couldn’t be loaded. You can pay on our payment provider’s page.
        </p>
        {renderProviderPage({ isPrimary: true })}
      </div>
    )
  const isLoading = status === 'loading'
  return (
    <>
      {isSandbox && (
        <p className="mb-8 border-metal border-l-2 bg-white/60 px-5 py-4 text-small">
          This is a simulation, and no money is charged. Use a test card, never a real one.
        </p>
      )}
      <noscript>
        <p className="mb-6">Without scripts, you can pay on our payment provider’s page.</p>
        {renderProviderPage({ isPrimary: true })}
      </noscript>
      <div className="noscript:hidden">
        <div ref={wallets} className={hasWallets ? 'mb-8' : ''} />
        <div aria-busy={isLoading} className={isLoading ? 'min-h-64' : ''}>
          {isLoading && (
            <p role="status" className="flex items-center gap-5 text-ink-soft">
              <Spinner />
              Loading the payment form…
            </p>
          )}
          <div ref={fields} />
        </div>
        {problem && (
          <p role="alert" className="mt-6 border-rosewood border-l-2 px-5 py-4 text-rosewood text-small">
            {problem}
          </p>
        )}
        <Button
          onClick={pay}
          disabled={isLoading || status === 'paying'}
          className="mt-8 w-full sm:w-auto sm:min-w-72"
        >
          {status === 'paying' ? 'One moment…' : payLabel}
        </Button>
        <div className="mt-14 border-hairline border-t pt-6">
          <p className="mb-4 text-ink-soft text-small">
            Your payment details go to our payment provider, and never to us. Trouble paying here?
          </p>
          {renderProviderPage({ isPrimary: false, isDisabled: status === 'paying' })}
        </div>
      </div>
    </>
  )
}
