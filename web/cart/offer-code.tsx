import type { FormEvent } from 'react'
import { Form } from 'react-router'
import type { AppliedOffer } from '#core/offers/offer.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'

type Props = {
  code: string
  problem: string | null
  offer: AppliedOffer | null
  onCode: (code: string) => void
}

/** Without scripts, the code travels in the URL. */
export function OfferCode({ code, problem, offer, onCode }: Props) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  return (
    <>
      <Form className="mt-7 flex items-start gap-x-5" onSubmit={submit} noValidate>
        <Field
          key={code}
          label="Offer code"
          name="code"
          defaultValue={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="grow"
          error={problem ?? undefined}
        />
        <Button type="submit" variant="secondary" className="mt-6 px-5">
          Apply
        </Button>
      </Form>
      <p role="status" className="text-small">
        {offer && (
          <span className="mt-2 block">
            {`${offer.code ? `Code ${offer.code}` : offer.title} is applied to your total. ${offer.reason}.`}
          </span>
        )}
      </p>
    </>
  )
}
