import { href } from 'react-router'
import type { Order } from '#core/orders/order.ts'
import { useOwnResult } from '../forms/action-form.tsx'
import { PageForm } from '../forms/page-form.tsx'
import { Field } from '../ui/fields/field.tsx'
import { FormStateProvider } from '../ui/fields/form-state.ts'
import { TextareaField } from '../ui/fields/textarea-field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import { StarRadios } from './star-radios.tsx'

type Props = { order: Order; products: string[] }

export function ReviewForms({ order, products }: Props) {
  return (
    <TitledSection id="reviews" title="How was it?" className="border-hairline border-t pt-10">
      <p className="mt-3 max-w-prose text-ink-soft text-small">
        Your review will appear in the store under your first name.
      </p>
      {order.items
        .filter(({ productId }) => products.includes(productId))
        .map(({ productId, name }) => (
          <ReviewForm
            key={productId}
            action={href('/orders/:number/reviews', order)}
            productId={productId}
            name={name}
          />
        ))}
    </TitledSection>
  )
}

type ReviewFormProps = { action: string; productId: string; name: string }

/** All reviews of an order are posted to the same URL. */
function ReviewForm({ action, productId, name }: ReviewFormProps) {
  const result = useOwnResult(action)
  const isSubmitted = result.values?.productId === productId
  return (
    <details open={isSubmitted} className="group border-hairline border-b first-of-type:mt-6">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between">
        Review {name}
        <span aria-hidden className="text-lead after:content-['+'] group-open:after:content-['−']" />
      </summary>
      <PageForm action={action} className="mt-2! max-w-[34rem] pb-10">
        <input type="hidden" name="productId" value={productId} />
        <FormStateProvider value={isSubmitted ? result : {}}>
          <StarRadios label="Your rating" name="rating" />
          <Field label="Title" name="title" />
          <TextareaField label="Your review" name="body" />
        </FormStateProvider>
        <SubmitButton>Submit review</SubmitButton>
      </PageForm>
    </details>
  )
}
