import { href } from 'react-router'
import type { Order } from '#core/orders/order.ts'
import type { OrderedGiftCard } from '#core/orders/progress/ordered-gift-card.server.ts'
import { PageForm } from '../forms/page-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

type Props = { order: Order; giftCard: OrderedGiftCard }

export function GiftCardDelivery({ order, giftCard: { delivery, link, waitingFor } }: Props) {
  return (
    <TitledSection id="gift-card" title="The gift card">
      <p className="wrap-anywhere mt-4 max-w-prose">{delivery}</p>
      <p className="mt-6">
        <ButtonLink to={link} reloadDocument>
          View and print
        </ButtonLink>
      </p>
      {waitingFor && (
        <PageForm action={href('/orders/:number/gift-card', order)} className="max-w-[34rem]">
          <Field
            label="Email it to"
            name="email"
            type="email"
            autoComplete="off"
            defaultValue={waitingFor}
            aria-required
          />
          <SubmitButton variant="secondary">Change email</SubmitButton>
        </PageForm>
      )}
    </TitledSection>
  )
}
