import type { ReactNode } from 'react'
import type { Currency } from '#core/money.ts'
import { useOwnResult } from '../forms/action-form.tsx'
import { PageForm } from '../forms/page-form.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextareaField } from '../ui/fields/textarea-field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { OTHER_AMOUNT } from './read-gift-card-form.ts'

type Props = {
  idempotencyKey: string
  currency: Currency
  amounts: { amount: number; display: string }[]
  /** Such as “From $10.00 to $500.00”. */
  limits: string
  days: { first: string; last: string; timeZone: string }
  email: string
}

export function GiftCardForm({ idempotencyKey, currency, amounts, limits, days, email }: Props) {
  const { values, fields } = useOwnResult(undefined)
  const chosenAmount = values?.amount ?? String(amounts[0]?.amount ?? OTHER_AMOUNT)
  const delivery = values?.delivery ?? 'email'
  return (
    <PageForm className="gift-card-form mt-0!">
      <input type="hidden" name="key" value={idempotencyKey} />
      <input type="hidden" name="currency" value={currency} />
      <FormSection title="Amount" error={fields?.amount}>
        <div className="flex flex-wrap gap-3">
          {amounts.map(({ amount, display }) => (
            <AmountChoice key={amount} value={String(amount)} chosen={chosenAmount}>
              {display}
            </AmountChoice>
          ))}
          <AmountChoice value={OTHER_AMOUNT} chosen={chosenAmount}>
            Another
          </AmountChoice>
        </div>
        <Field
          label={`Another amount (${currency.toUpperCase()})`}
          name="otherAmount"
          inputMode="decimal"
          autoComplete="off"
          hint={limits}
          className="other-amount"
        />
      </FormSection>
      <FormSection title="Delivery">
        <div className="border-hairline border-y">
          <Delivery value="email" title="Email it" hint="To the person it’s for." chosen={delivery} />
          <Delivery
            value="print"
            title="I’ll print it myself"
            hint="As soon as you’ve paid."
            chosen={delivery}
          />
        </div>
        <Field label="Their name (optional)" name="recipientName" maxLength={100} autoComplete="off" />
        <div className="email-delivery space-y-7">
          <Field
            label="Their email *"
            name="recipientEmail"
            type="email"
            autoComplete="off"
            aria-required={delivery === 'email'}
          />
          <Field
            label="Day"
            name="sendOn"
            type="date"
            min={days.first}
            max={days.last}
            hint={`Empty or today: as soon as you’ve paid. Later: at 9 AM, ${days.timeZone.replaceAll('_', ' ')} time.`}
          />
        </div>
        <TextareaField
          label="Message (optional)"
          name="message"
          rows={4}
          maxLength={500}
          dir="auto"
          hint="Up to 500 characters."
        />
      </FormSection>
      <FormSection title="From you">
        <Field label="Your name *" name="senderName" maxLength={100} autoComplete="name" aria-required />
        <Field
          label="Your email *"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          hint="For your confirmation."
          aria-required
        />
      </FormSection>
      <div>
        <SubmitButton>Continue to payment</SubmitButton>
        <p className="mt-4 text-ink-soft text-small">
          You’ll pay by card with our payment provider. A gift card can’t be bought with a gift card, store
          credit, or an offer.
        </p>
      </div>
    </PageForm>
  )
}

type SectionProps = { title: string; error?: string | undefined; children: ReactNode }

function FormSection({ title, error, children }: SectionProps) {
  return (
    <fieldset>
      <legend className="font-display text-name">{title}</legend>
      <div className="mt-6 space-y-7">{children}</div>
      {error && (
        <p role="alert" className="mt-3 text-rosewood text-small">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type ChoiceProps = { value: string; chosen: string; children: ReactNode }

function AmountChoice({ value, chosen, children }: ChoiceProps) {
  return (
    <label className="gift-card-amount tabular relative flex min-h-14 cursor-pointer items-center justify-center border border-control px-2">
      <input
        type="radio"
        name="amount"
        value={value}
        defaultChecked={value === chosen}
        className="absolute inset-0 cursor-pointer appearance-none"
      />
      {children}
    </label>
  )
}

type DeliveryProps = { value: string; title: string; hint: string; chosen: string }

function Delivery({ value, title, hint, chosen }: DeliveryProps) {
  return (
    <label className="flex cursor-pointer gap-x-5 border-hairline py-4 [&:not(:first-child)]:border-t">
      <input
        type="radio"
        name="delivery"
        value={value}
        defaultChecked={value === chosen}
        className="mt-1 size-5 shrink-0 cursor-pointer accent-rosewood"
      />
      <span>
        <span className="block">{title}</span>
        <span className="block text-ink-soft text-small">{hint}</span>
      </span>
    </label>
  )
}
