import { href } from 'react-router'
import { FormNotice } from '../forms/form-notice.tsx'
import { PageForm } from '../forms/page-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

export function OrderLookup() {
  return (
    <div className="mt-10 grid gap-x-20 gap-y-12 border-hairline border-t pt-10 md:grid-cols-2">
      <TitledSection id="with-account" title="With an account">
        <p className="mt-3 text-ink-soft">Sign in to see all your orders.</p>
        <p className="mt-8">
          <ButtonLink to={`${href('/login')}?next=${href('/orders')}`}>Sign in to see orders</ButtonLink>
        </p>
      </TitledSection>
      <TitledSection id="as-guest" title="As a guest" className="max-w-[34rem]">
        <p className="mt-3 text-ink-soft">We’ll email a link to the address used at checkout.</p>
        <FormNotice className="mt-8" />
        <PageForm>
          <Field label="Order number" name="number" placeholder="EB123456" autoComplete="off" aria-required />
          <Field label="Email" name="email" type="email" autoComplete="email" aria-required />
          <SubmitButton>Send link</SubmitButton>
        </PageForm>
      </TitledSection>
    </div>
  )
}
