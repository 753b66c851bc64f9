import { data, Form, href } from 'react-router'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Article } from '../article.tsx'

type UnsubscribeResult = { done: boolean; message: string }

export const UNSUBSCRIBE_FAILED: UnsubscribeResult = { done: false, message: UNEXPECTED_ERROR.description }

type EmailLink = { id: string; key: string }

/** Of the link in an email. */
export async function unsubscribeWith(
  { searchParams }: URL,
  unsubscribe: (link: EmailLink) => Promise<unknown>,
) {
  try {
    await unsubscribe({ id: searchParams.get('id') ?? '', key: searchParams.get('key') ?? '' })
    return data<UnsubscribeResult>({ done: true, message: '' })
  } catch (error) {
    if (error instanceof Refusal)
      return data<UnsubscribeResult>({ done: false, message: error.message }, HTTP_STATUS[error.code])
    throw error
  }
}

type Props = { title: string; lead: string; doneLead: string; result: UnsubscribeResult | undefined }

export function UnsubscribePage({ title, lead, doneLead, result }: Props) {
  if (result?.done)
    return (
      <Article title="You’re unsubscribed" lead={doneLead}>
        <ButtonLink to={href('/')} variant="secondary">
          Return to Home
        </ButtonLink>
      </Article>
    )
  return (
    <Article title={title} lead={lead}>
      {result && (
        <p role="alert" className="mb-8 text-rosewood">
          {result.message}
        </p>
      )}
      <Form method="post">
        <Button type="submit">Unsubscribe</Button>
      </Form>
    </Article>
  )
}
