import { data } from 'react-router'
import type { Route } from './+types/not-found'
import { requireAdmin } from './admin-context.ts'

/** Nothing is here: said in the frame, by its own boundary. */
export function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin({ context, url })
  throw data('There is no such screen in the back office.', 404)
}

export default function AdminNotFound() {
  return null
}
