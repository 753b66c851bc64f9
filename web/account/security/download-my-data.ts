import { downloadMyData } from '#core/privacy/my-data.server.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/download-my-data'

export async function loader({ context, request }: Route.LoaderArgs) {
  const data = await downloadMyData(requireUser(context, request))
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="eternal-beauty-my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
