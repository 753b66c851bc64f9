import { isId } from '#core/ids.ts'
import { MAX_CHOSEN_SAMPLES } from '#core/settings/sample-settings.ts'
import { type RouterContext, requestCookies } from '../../request-context.ts'

/** In a cookie, so that they survive a sign-in and work without scripts. The server checks them with each order. */
export function readChosenSamples(context: RouterContext): string[] {
  return onlySamples((requestCookies(context).get('samples') ?? '').split(' '))
}

export function saveChosenSamples(context: RouterContext, ids: readonly string[]): void {
  const chosen = onlySamples(ids)
  if (chosen.length) requestCookies(context).set('samples', chosen.join(' '))
  else requestCookies(context).delete('samples')
}

/** Once they are ordered. */
export function forgetChosenSamples(context: RouterContext): void {
  if (readChosenSamples(context).length) requestCookies(context).delete('samples')
}

const onlySamples = (ids: readonly string[]) =>
  [...new Set(ids)].filter((id) => isId('product', id)).slice(0, MAX_CHOSEN_SAMPLES)
