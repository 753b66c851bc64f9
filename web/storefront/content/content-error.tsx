import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorPage } from '#web/error-page.tsx'
import { PageNotFound } from '../not-found.tsx'

export function ContentErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <PageNotFound /> : <ErrorPage />
}
