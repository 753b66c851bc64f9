import { href } from 'react-router'
import type { Order } from '#core/orders/order.ts'
import { STARS } from '#core/reviews/reviews.ts'
import type { FormState } from '../forms/form-result.ts'
import { PageForm, SubmitButton } from '../forms/page-form.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextareaField } from '../ui/textarea-field.tsx'

type Props = { order: Order; products: string[]; formState: FormState }

export function ReviewForms({ order, products, formState }: Props) {
  return (
    <section aria-labelledby="reviews" className="border-hairline border-t pt-10">
      <h2 id="reviews" className="font-display text-name">
        How was it?
      </h2>
      <p className="mt-3 max-w-prose text-ink-soft text-small">
        Your review will appear in the store under your first name.
      </p>
      {order.items
        .filter(({ productId }) => products.includes(productId))
        .map(({ productId, name }) => (
          <details
            key={productId}
            open={formState.values?.product_id === productId}
            className="group border-hairline border-b first-of-type:mt-6"
          >
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between">
              Review {name}
              <span aria-hidden className="text-lead transition-transform group-open:rotate-45">
                +
              </span>
            </summary>
            <ReviewForm
              action={href('/orders/:number/reviews', order)}
              productId={productId}
              formState={formState.values?.product_id === productId ? formState : undefined}
            />
          </details>
        ))}
    </section>
  )
}

type ReviewFormProps = { action: string; productId: string; formState: FormState | undefined }

function ReviewForm({ action, productId, formState }: ReviewFormProps) {
  const { fields, values } = formState ?? {}
  return (
    <PageForm action={action} className="mt-2! max-w-[34rem] pb-10">
      <input type="hidden" name="product_id" value={productId} />
      <Select
        label="Stars"
        name="rating"
        defaultValue={values?.rating ?? '5'}
        options={STARS.map((stars) => ({
          value: String(stars),
          text: stars === 1 ? '1 star' : `${stars} stars`,
        }))}
      />
      <Field label="Title" name="title" defaultValue={values?.title ?? ''} error={fields?.title} />
      <TextareaField label="Your review" name="body" defaultValue={values?.body ?? ''} error={fields?.body} />
      <SubmitButton>Submit Review</SubmitButton>
    </PageForm>
  )
}
