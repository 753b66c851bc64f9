import { href, redirect } from 'react-router'
import { noStore } from '#web/request-context.ts'
import { saveChosenSamples } from '../samples/chosen-samples.ts'
import type { Route } from './+types/choose-samples'
import { acceptsJson } from './cart-response.ts'

export const loader = () => redirect(href('/cart'))

/** The cart shows which of them the order would have. */
export async function action({ context, request }: Route.ActionArgs) {
  noStore(context)
  const form = await request.formData()
  saveChosenSamples(context, form.getAll('sample').map(String))
  return acceptsJson(request) ? new Response(null, { status: 204 }) : redirect(href('/cart'))
}
