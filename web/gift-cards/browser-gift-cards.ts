import { href } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { isGiftCardToken } from '#core/gift-cards/gift-card-link.ts'
import { type RouterContext, requestCookies, shopContext } from '../request-context.ts'

type BrowserGiftCard = { id: string; token: string }

const MAX_CARDS = 8

/** Gift cards that this browser opened by their links, from a cookie that no script can read. */
function browserGiftCards(context: RouterContext): BrowserGiftCard[] {
  const { settings } = shopContext(context)
  return (requestCookies(context).get('gift-cards') ?? '').split(' ').flatMap((entry) => {
    const [id = '', token = ''] = entry.split(':')
    return isGiftCardToken(settings, id, token) ? [{ id, token }] : []
  })
}

export function requireOpenedGiftCard(context: RouterContext, id: string): void {
  if (!browserGiftCards(context).some((card) => card.id === id)) throw giftCardNotFound()
}

/** Moves the key from the URL to the cookie. */
export function exchangeGiftCardKey(context: RouterContext, id: string, token: string): string {
  if (!isGiftCardToken(shopContext(context).settings, id, token)) throw giftCardNotFound()
  const others = browserGiftCards(context).filter((card) => card.id !== id)
  const cards = [{ id, token }, ...others].slice(0, MAX_CARDS)
  requestCookies(context).set('gift-cards', cards.map((card) => `${card.id}:${card.token}`).join(' '))
  return href('/gift-cards/:id', { id })
}

function giftCardNotFound(): Refusal {
  return new Refusal('not_found', 'We couldn’t find this gift card.')
}
