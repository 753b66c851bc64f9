import { data } from 'react-router'
import type { Route } from './+types/not-found'
import { requireAdmin } from './admin-context.ts'

/** Throws so that the error boundary renders inside the layout. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  requireAdmin({ context, pattern })
  throw data('This page doesn’t exist in the back office.', 404)
}

export default function AdminNotFound() {
  return null
}
