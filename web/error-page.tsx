import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { storeName } from '#web/store-name.ts'
import { RequestId } from './request-id.tsx'
import { ButtonLink } from './ui/button.tsx'

export function ErrorPage() {
  const error = useRouteError()
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  const [, backOffice] = /^\/((?:legacy-)?admin)\//i.exec(useLocation().pathname) ?? []
  return (
    <main className="page-frame flex min-h-dvh flex-col justify-center px-gutter py-section">
      <title>{`Something went wrong · ${storeName()}`}</title>
      <div className="mx-auto w-full max-w-page">
        <p className="label text-ink-soft">{storeName()}</p>
        <h1 className="mt-4 font-display text-display">
          {isRefusal ? 'We can’t show this page' : 'Something went wrong'}
        </h1>
        <p className="mt-6 max-w-prose text-lead">
          {isRefusal
            ? String(error.data)
            : 'There’s a problem on our side. Please try again in a few minutes.'}
        </p>
        {!isRefusal && (
          <RequestId
            label="If this keeps happening, contact us and mention this request ID:"
            className="mt-4 text-ink-soft text-small"
          />
        )}
        <p className="mt-10">
          {backOffice ? (
            <ButtonLink to={`/${backOffice}`}>Back to dashboard</ButtonLink>
          ) : (
            <ButtonLink to="/">Return to Home</ButtonLink>
          )}
        </p>
      </div>
    </main>
  )
}
