import { redirect } from 'react-router'
import { isRegionCode, REGION_COOKIE } from '#core/regions/regions.ts'
import { sameSitePath } from '../same-site-path.ts'
import type { Route } from './+types/choose-region.ts'

const A_YEAR = 31_536_000

export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const back = sameSitePath(form.get('back'))
  const code = form.get('region')
  if (!isRegionCode(code)) return redirect(back)
  const cookie = `${REGION_COOKIE}=${code}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax`
  return redirect(back, { headers: { 'set-cookie': cookie } })
}

export const loader = () => redirect('/')
