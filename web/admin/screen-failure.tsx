import { isRouteErrorResponse, useRouteError } from 'react-router'
import type { RefusalCode } from '#core/errors.ts'
import { storeName } from '#web/store-name.ts'
import { Link } from '#web/ui/link.tsx'
import { RequestId } from '../request-id.tsx'
import { useAdminPath } from './admin-context.ts'
import { RequestRecords } from './approvals/request-records.tsx'

// As `refusalToResponse` says it.
const APPROVAL_REQUIRED: RefusalCode = 'approval_required'

/** In place of a whole layout. */
export function ScreenFailure() {
  return (
    <main className="p-8 text-small">
      <FailureText />
    </main>
  )
}

export function FailureText() {
  const error = useRouteError()
  const adminPath = useAdminPath()
  const isClientError = isRouteErrorResponse(error) && error.status < 500
  return (
    <>
      <title>{`Something went wrong · ${storeName()} back office`}</title>
      <h1 className="font-display text-headline">
        {isClientError ? 'This page isn’t available' : 'Something went wrong'}
      </h1>
      <p className="mt-3 max-w-prose">
        {isClientError
          ? String(error.data)
          : 'There’s a problem on our side. Please try again in a few minutes.'}
      </p>
      {isClientError && error.statusText === APPROVAL_REQUIRED && <RequestRecords />}
      {!isClientError && <RequestId label="Request ID:" className="mt-2 text-ink-soft" />}
      <p className="mt-6">
        <Link to={adminPath()} className="link-line">
          Back to dashboard
        </Link>
      </p>
    </>
  )
}
