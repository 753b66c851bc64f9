import { redirect } from 'react-router'
import { isRegionCode, REGION_COOKIE } from '#core/regions/regions.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { Route } from './+types/choose-region'

const ONE_YEAR_SECONDS = 31_536_000

export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const returnPath = sameSitePath(form.get('back'))
  const code = form.get('region')
  if (!isRegionCode(code)) return redirect(returnPath)
  const cookie = `${REGION_COOKIE}=${code}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`
  return redirect(returnPath, { headers: { 'set-cookie': cookie } })
}

export const loader = () => redirect('/')
