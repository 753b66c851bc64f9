import { ALERT_CONSENTS } from '#core/wishlist/wishlist.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'

type Props = {
  productId: string
  /** Undefined for customers, whose account has one. */
  email: string | undefined
  error?: string
}

/** A plain form, which works before scripts load. */
export function NotifyForm({ productId, email, error }: Props) {
  return (
    <form method="post" action="/wishlist/notify" noValidate className="mt-6 max-w-prose">
      <input type="hidden" name="productId" value={productId} />
      {email !== undefined && (
        <Field
          label="Your email"
          name="email"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder="you@example.com"
          defaultValue={email}
          {...(error && { error })}
          className="mb-5"
        />
      )}
      {email === undefined && error && <p className="mb-5 text-rosewood text-small">{error}</p>}
      <Button type="submit" variant="secondary" className="w-full sm:w-auto">
        Notify me
      </Button>
      <p className="mt-3 text-ink-soft text-small">{ALERT_CONSENTS['stock-1']}</p>
    </form>
  )
}
