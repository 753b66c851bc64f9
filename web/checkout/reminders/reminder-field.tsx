import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import type { CartLine } from '#core/cart/cart-line.ts'
import { REMINDER_CONSENT, REMINDER_CONSENTS } from '#core/checkout-reminders/checkout-reminder.ts'

const DELAY_MS = 400

type Props = { lines: readonly CartLine[]; code: string; isTicked: boolean }

/** With scripts, the reminder is saved while the box is ticked, because a shopper who leaves sends no form. */
export function ReminderField({ lines, code, isTicked }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const saved = useRef({ email: '', cart: '' })
  const items = JSON.stringify(lines)
  useEffect(() => {
    const form = box.current?.form
    let timer: ReturnType<typeof setTimeout> | undefined
    function update() {
      const input = form?.elements.namedItem('email')
      if (!(input instanceof HTMLInputElement)) return
      const email = input.validity.valid ? input.value.trim() : ''
      const newEmail = box.current?.checked && email ? email : ''
      if (saved.current.email && saved.current.email !== newEmail) send({ email: saved.current.email })
      const cart = `${items} ${code}`
      if (newEmail && (saved.current.email !== newEmail || saved.current.cart !== cart))
        send({ email: newEmail, items, code, reminder: '1' })
      saved.current = { email: newEmail, cart }
    }
    function schedule() {
      clearTimeout(timer)
      timer = setTimeout(update, DELAY_MS)
    }
    // The cart or the code has changed.
    if (box.current?.checked) schedule()
    form?.addEventListener('change', schedule)
    return () => {
      clearTimeout(timer)
      form?.removeEventListener('change', schedule)
    }
  }, [items, code])
  return (
    <label className="col-span-2 flex min-h-11 cursor-pointer items-center gap-x-5">
      <input
        ref={box}
        type="checkbox"
        name="reminder"
        value="1"
        defaultChecked={isTicked}
        className="size-5 shrink-0 cursor-pointer accent-rosewood"
      />
      {REMINDER_CONSENTS[REMINDER_CONSENT]}
    </label>
  )
}

function send(fields: Record<string, string>): void {
  const body = new URLSearchParams(fields)
  // It still arrives if the shopper leaves at once.
  fetch(href('/checkout/reminder'), { method: 'POST', body, keepalive: true }).catch(() => {})
}
