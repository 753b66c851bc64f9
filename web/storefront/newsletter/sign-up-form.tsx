import { useId } from 'react'
import { href, useFetcher } from 'react-router'
import { Field } from '../../ui/fields/field.tsx'

export type NewsletterResult = { sent: boolean; error?: string; email?: string }

export function NewsletterForm({ actionResult }: { actionResult?: NewsletterResult }) {
  const fetcher = useFetcher<NewsletterResult>({ key: `newsletter${useId()}` })
  const result = fetcher.data ?? actionResult
  if (result?.sent) {
    return (
      <p role="status" className="max-w-80">
        Thank you. Check your email for a link to confirm your subscription.
      </p>
    )
  }
  return (
    <fetcher.Form
      method="post"
      action={href('/newsletter')}
      noValidate
      className="flex max-w-96 items-start gap-5"
    >
      <Field
        label="Join our newsletter"
        name="email"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        placeholder="you@example.com"
        defaultValue={result?.email}
        error={result?.error}
        className="grow"
      />
      <button type="submit" className="link-line mt-6 min-h-12 cursor-pointer text-small">
        Subscribe
      </button>
    </fetcher.Form>
  )
}
