import { redirect } from 'react-router'
import { downloadMyData } from '#core/privacy/export-my-data.server.ts'
import { requestCookies } from '#web/request-context.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/download-my-data'
import { DOWNLOAD_DIALOG_PATH } from './data-section.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = requireUser(context, request)
  const data = await downloadMyData(ctx, requestCookies(context).get('export') ?? '')
  if (!data) return redirect(DOWNLOAD_DIALOG_PATH)
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
