import { useId, useRef } from 'react'
import { Button } from '../ui/button.tsx'

export const CUSTOMER_SERVICE_ID = 'customer-service'

type SupportContact = { phone: string; email: string }

/** A popover, so that it opens before any script has loaded. */
export function CustomerService({ phone, email }: SupportContact) {
  const titleId = useId()
  const descriptionId = useId()
  const closeButton = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLElement>(null)
  return (
    <div
      id={CUSTOMER_SERVICE_ID}
      popover="auto"
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
      onBeforeToggle={({ newState }) => {
        if (newState !== 'open') return
        const { activeElement } = document
        opener.current = activeElement instanceof HTMLElement ? activeElement : null
      }}
      onToggle={({ newState, currentTarget }) => {
        const { activeElement: active, body } = document
        if (newState === 'open') closeButton.current?.focus()
        // Browsers don't restore focus when this popover was opened from the menu sheet.
        else if (!active || active === body || currentTarget.contains(active))
          opener.current?.focus({ preventScroll: true })
      }}
      className="fixed inset-0 m-auto h-fit w-[min(30rem,calc(100vw-3rem))] border border-hairline bg-paper p-8 text-ink transition-opacity backdrop:bg-ink/30 starting:open:opacity-0 md:p-10"
    >
      <h2 id={titleId} className="font-display text-title">
        Customer Service
      </h2>
      <div id={descriptionId} className="mt-6 space-y-1">
        <p>
          Phone:{' '}
          <a className="link-line inline-flex min-h-11 items-center" href={telUrl(phone)}>
            {phone}
          </a>
        </p>
        <p>
          Email:{' '}
          <a className="link-line inline-flex min-h-11 items-center" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </div>
      <p className="mt-8">
        <Button ref={closeButton} popoverTarget={CUSTOMER_SERVICE_ID} popoverTargetAction="hide">
          Close
        </Button>
      </p>
    </div>
  )
}

export function telUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
