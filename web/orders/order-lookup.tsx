import { href } from 'react-router'
import type { FormState } from '../forms/form-result.ts'
import { PageForm, SubmitButton } from '../forms/page-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

export function OrderLookup({ formState: { notice, fields, values } }: { formState: FormState }) {
  return (
    <div className="mt-10 grid gap-x-20 gap-y-12 border-hairline border-t pt-10 md:grid-cols-2">
      <section aria-labelledby="with-account">
        <h2 id="with-account" className="font-display text-name">
          With an account
        </h2>
        <p className="mt-3 text-ink-soft">Sign in to see all your orders.</p>
        <p className="mt-8">
          <ButtonLink to={`${href('/login')}?next=${href('/orders')}`}>Sign In to See Orders</ButtonLink>
        </p>
      </section>
      <section aria-labelledby="as-guest" className="max-w-[34rem]">
        <h2 id="as-guest" className="font-display text-name">
          As a guest
        </h2>
        <p className="mt-3 text-ink-soft">We’ll email a link to the address used at checkout.</p>
        <PageForm notice={notice}>
          <Field
            label="Order number"
            name="number"
            placeholder="EB123456"
            autoComplete="off"
            aria-required
            defaultValue={values?.number ?? ''}
            error={fields?.number}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            aria-required
            defaultValue={values?.email ?? ''}
            error={fields?.email}
          />
          <SubmitButton>Send Link</SubmitButton>
        </PageForm>
      </section>
    </div>
  )
}
