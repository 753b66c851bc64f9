import type {
  ClickResolveDetails,
  Stripe,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from '@stripe/stripe-js'
import type { ExpressQuote } from '#core/checkout/express/express-quote.server.ts'
import type { PaymentMethodType } from '#core/settings/payment-methods.ts'
import { paymentAppearance } from '../payment-form/appearance.ts'
import { loadLibrary } from '../payment-form/load-library.ts'
import { rememberPendingPayment } from '../use-payment-redirect.ts'
import { EXPRESS_FRAME_PATH, type ExpressCart } from './express-messages.ts'
import type { ExpressOrderResult } from './order.ts'
import { CONNECTION_LOST, postJson } from './post-json.ts'
import type { ExpressQuoteResult } from './quote.ts'

type Provider = {
  url: string
  publishableKey: string
  methods: readonly PaymentMethodType[]
  country: string
  storeName: string
}

type Listeners = {
  onShown(isShown: boolean): void
  onProblem(problem: string | null): void
  onPaid(sessionId: string): void
}

export type ExpressSheet = { setCart(cart: ExpressCart): void; destroy(): void }

/** The provider’s express buttons. A button’s sheet shows the store’s quote, and the order is written when it confirms. */
export function mountExpress(
  place: HTMLElement,
  provider: Provider,
  { onShown, onProblem, onPaid }: Listeners,
): ExpressSheet {
  const library = loadLibrary(provider.url).then((create) => create(provider.publishableKey))
  let cart: ExpressCart | undefined
  let quote: ExpressQuote | undefined
  let elements: StripeElements | undefined
  let element: StripeExpressCheckoutElement | undefined
  let updates = 0
  let isPaying = false
  let isOver = false

  async function update(next: ExpressCart): Promise<void> {
    cart = next
    const turn = ++updates
    const result = await requestQuote(next)
    if (turn !== updates || isOver) return
    if ('problem' in result) return hide()
    show(await library, result)
  }

  function hide(): void {
    quote = undefined
    element?.destroy()
    element = undefined
    onShown(false)
  }

  function show(stripe: Stripe, next: ExpressQuote): void {
    quote = next
    const { total: amount, currency } = next
    const captureMethod = next.isCapturedLater ? 'manual' : 'automatic'
    if (elements) elements.update({ amount, currency, captureMethod })
    else
      elements = stripe.elements({
        mode: 'payment',
        amount,
        currency,
        captureMethod,
        allowedPaymentMethodTypes: [...provider.methods],
        appearance: paymentAppearance(),
      })
    if (element) return
    element = createButtons(elements, provider)
    element.on('ready', ({ availablePaymentMethods }) => onShown(availablePaymentMethods !== undefined))
    element.on('loaderror', hide)
    element.on('click', (event) => {
      onProblem(null)
      if (quote && !isPaying) event.resolve(sheetOf(quote))
      else event.reject()
    })
    element.on('shippingaddresschange', (event) => void checkAddress(event))
    element.on('shippingratechange', (event) => (quote ? event.resolve(sheetOf(quote)) : event.reject()))
    element.on('confirm', (event) => void pay(stripe, event))
    element.mount(place)
  }

  async function checkAddress({
    address,
    resolve,
    reject,
  }: StripeExpressCheckoutElementShippingAddressChangeEvent): Promise<void> {
    const result = cart ? await requestQuote(cart, address.country) : CONNECTION_LOST
    if ('problem' in result) {
      onProblem(result.problem)
      return reject()
    }
    onProblem(null)
    quote = result
    elements?.update({ amount: result.total })
    resolve(sheetOf(result))
  }

  async function pay(stripe: Stripe, event: StripeExpressCheckoutElementConfirmEvent): Promise<void> {
    if (!cart || !quote || !elements || isPaying) return
    isPaying = true
    onProblem(null)
    const paid = { cart, quote }
    const problem = await attempt(stripe, elements, event, paid).catch(() => CONNECTION_LOST.problem)
    isPaying = false
    if (!problem) return
    onProblem(problem)
    // What changed meanwhile, the next sheet shows.
    await update(cart)
  }

  /** Returns what went wrong. */
  async function attempt(
    stripe: Stripe,
    elements: StripeElements,
    event: StripeExpressCheckoutElementConfirmEvent,
    { cart, quote }: { cart: ExpressCart; quote: ExpressQuote },
  ): Promise<string | undefined> {
    const submitted = await elements.submit()
    if (submitted.error) return submitted.error.message
    const order = await requestOrder(cart, quote, event)
    if ('problem' in order) {
      event.paymentFailed({ reason: order.reason, message: order.problem })
      return order.problem
    }
    const { sessionId, clientSecret } = order
    if (cart.emptiesCart) rememberPendingPayment(sessionId)
    if (clientSecret) {
      const confirmParams = { return_url: location.origin + EXPRESS_FRAME_PATH }
      const options = { elements, clientSecret, confirmParams, redirect: 'if_required' } as const
      const { error } = await stripe.confirmPayment(options)
      if (error) return error.message
    }
    onPaid(sessionId)
    return undefined
  }

  return {
    setCart: (next) => void update(next).catch(hide),
    destroy() {
      isOver = true
      element?.destroy()
    },
  }
}

function createButtons(elements: StripeElements, { methods, country, storeName }: Provider) {
  const shows = (method: PaymentMethodType) => (methods.includes(method) ? 'auto' : 'never')
  return elements.create('expressCheckout', {
    business: { name: storeName },
    emailRequired: true,
    phoneNumberRequired: true,
    shippingAddressRequired: true,
    allowedShippingCountries: [country],
    // The provider needs one before the sheet opens, whose click then brings the real ones.
    shippingRates: [{ id: SHIPPING, displayName: 'Shipping', amount: 0 }],
    paymentMethods: {
      amazonPay: 'never',
      link: shows('link'),
      paypal: shows('paypal'),
      klarna: shows('klarna'),
    },
    buttonHeight: 48,
  })
}

const SHIPPING = 'shipping'

function sheetOf({ lines, shipping, deliveryDays: [least, most] }: ExpressQuote): ClickResolveDetails {
  const deliveryEstimate = {
    minimum: { unit: 'business_day', value: least },
    maximum: { unit: 'business_day', value: most },
  } as const
  return {
    lineItems: lines,
    shippingRates: [{ id: SHIPPING, displayName: 'Shipping', amount: shipping, deliveryEstimate }],
  }
}

function requestQuote({ lines, code }: ExpressCart, country?: string): Promise<ExpressQuoteResult> {
  return postJson<ExpressQuoteResult>(`${EXPRESS_FRAME_PATH}/quote`, { lines, code, country }).catch(
    () => CONNECTION_LOST,
  )
}

async function requestOrder(
  { lines, code, samples, reported }: ExpressCart,
  { total, currency }: ExpressQuote,
  { billingDetails, shippingAddress }: StripeExpressCheckoutElementConfirmEvent,
): Promise<ExpressOrderResult> {
  const {
    line1 = '',
    line2,
    city = '',
    state = '',
    postal_code: postalCode = '',
    country = '',
  } = shippingAddress?.address ?? {}
  const body = {
    ...{ lines, code, samples, expected: { total, currency }, country },
    key: crypto.randomUUID(),
    wallet: {
      name: shippingAddress?.name || billingDetails?.name || '',
      email: billingDetails?.email ?? '',
      phone: billingDetails?.phone ?? '',
      address: { line1, line2: line2 ?? '', city, state, postalCode },
    },
    reported,
  }
  const send = () => postJson<ExpressOrderResult>(`${EXPRESS_FRAME_PATH}/order`, body)
  // With the same key: if only the response was lost, it repeats it.
  return send().catch(send)
}
