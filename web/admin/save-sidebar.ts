import { redirect } from 'react-router'
import { scriptCookie } from '#core/browser-data/browser-data.ts'
import { sameSitePath } from '../same-site-path.ts'
import type { Route } from './+types/save-sidebar'
import { adminBasePath, requireAdmin } from './admin-context.ts'
import { SIDEBAR_COOKIE } from './sidebar-state.ts'

/** Saves the sidebar state for browsers without scripts. */
export async function action({ context, request, url, pattern }: Route.ActionArgs) {
  const { settings } = requireAdmin({ context, pattern })
  const form = await request.formData()
  const cookie = scriptCookie(
    SIDEBAR_COOKIE,
    String(form.get('open') === 'true'),
    settings.origin.startsWith('https:'),
  )
  return redirect(sameSitePath(form.get('back'), adminBasePath(url)), { headers: { 'set-cookie': cookie } })
}

export const loader = ({ context, url, pattern }: Route.LoaderArgs) => {
  requireAdmin({ context, pattern })
  return redirect(adminBasePath(url))
}
