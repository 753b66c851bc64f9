import { redirect } from 'react-router'
import { scriptCookie } from '#core/browser-data/browser-data.ts'
import { isRegionCode, REGION_COOKIE } from '#core/regions/regions.ts'
import { shopContext } from '#web/request-context.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { Route } from './+types/choose-region'

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const returnPath = sameSitePath(form.get('back'))
  const code = form.get('region')
  const { settings, terms } = shopContext(context)
  if (!isRegionCode(code) || !terms.regions.includes(code)) return redirect(returnPath)
  const cookie = scriptCookie(REGION_COOKIE, code, settings.origin.startsWith('https:'))
  return redirect(returnPath, { headers: { 'set-cookie': cookie } })
}

export const loader = () => redirect('/')
