import { CURRENCIES } from '#core/money.ts'
import { ActionForm, useOwnResult, usePageResult } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { NewItem } from '../new-item.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { CodeNote } from './code-note.tsx'
import type { GiftCardResult } from './gift-card-forms.ts'

/** The key makes a second click harmless. */
export function NewGiftCardForm({ formKey }: { formKey: string }) {
  const action = useAdminPath()('gift-cards')
  const { values } = useOwnResult(action)
  const { code, cardId } = usePageResult<GiftCardResult>() ?? {}
  return (
    <>
      {code && (
        <CodeNote code={code}>
          Copy it now: the store has only its hash.{' '}
          <AdminLink to={`gift-cards/${cardId}`}>View gift card</AdminLink>
        </CodeNote>
      )}
      <NewItem title="Issue gift card" isOpen={values !== undefined} className="mb-4">
        <ActionForm action={action} noValidate className="max-w-4xl pt-2 pb-5">
          <input type="hidden" name="key" value={formKey} />
          <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
            <Field label="Amount" name="amount" inputMode="decimal" autoComplete="off" />
            <Select label="Currency" name="currency" options={CURRENCY_OPTIONS} />
            <Field
              label="Expires on"
              name="expiresAt"
              type="date"
              className="col-span-2"
              hint={EXPIRY_HINT}
            />
            <Field
              label="Recipient’s name"
              name="recipientName"
              maxLength={100}
              autoComplete="off"
              className="col-span-2"
            />
            <Field
              label="Recipient’s email"
              name="recipient"
              type="email"
              autoComplete="off"
              className="col-span-2"
              hint="The card is sent at once. Leave empty to pass the code on yourself."
            />
            <TextareaField label="Message" name="message" rows={2} maxLength={500} className="col-span-2" />
            <Field
              label="Internal note"
              name="note"
              maxLength={500}
              className="col-span-2"
              hint="Only staff see it."
            />
          </div>
          <SubmitButton className="mt-5">Issue gift card</SubmitButton>
        </ActionForm>
      </NewItem>
    </>
  )
}

const EXPIRY_HINT = 'Optional. Many regions don’t allow gift cards to expire.'

export const CURRENCY_OPTIONS = CURRENCIES.map((currency): [string, string] => [
  currency,
  currency.toUpperCase(),
])
