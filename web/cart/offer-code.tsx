import type { FormEvent } from 'react'
import { Form } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'

type Props = { code: string; problem: string | null; applied: boolean; onCode: (code: string) => void }

/** Without scripts, the code travels in the URL. */
export function OfferCode({ code, problem, applied, onCode }: Props) {
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
        {applied && !problem && <span className="mt-2 block">Code {code} is applied to your total.</span>}
      </p>
    </>
  )
}
