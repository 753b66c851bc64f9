import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { RequestIdText } from '../request-id.tsx'
import { useAdminPath } from './admin-context.ts'

/** A screen that can't be shown, in the frame that stays. */
export function ScreenFailure() {
  const error = useRouteError()
  const adminPath = useAdminPath()
  const isClientError = isRouteErrorResponse(error) && error.status < 500
  return (
    <main className="p-8 text-small">
      <title>Something went wrong · Eternal Beauty back office</title>
      <h1 className="font-display text-name">{isClientError ? 'This can’t be shown' : 'A moment, please'}</h1>
      <p className="mt-3 max-w-prose">
        {isClientError ? String(error.data) : 'Something went wrong on our side. Try again shortly.'}
      </p>
      {!isClientError && (
        <p className="mt-2 text-ink-soft">
          In the log it is <RequestIdText />.
        </p>
      )}
      <p className="mt-6">
        <Link to={adminPath()} className="link-line">
          Back to the dashboard
        </Link>
      </p>
    </main>
  )
}
