import type {
  ClickResolveDetails,
  Stripe,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from '@stripe/stripe-js'
import type { ExpressQuote } from '#core/checkout/express/express-quote.server.ts'
import type { PaymentMethodType } from '#core/settings/payment-methods.ts'
import { paymentAppearance } from '../payment-form/appearance.ts'
import { loadLibrary } from '../payment-form/load-library.ts'
import { rememberPendingPayment } from '../use-payment-redirect.ts'
import { EXPRESS_FRAME_PATH, type ExpressCart } from './express-messages.ts'
import type { ExpressProblem } from './express-reply.ts'
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
  /** The bank’s page for 3-D Secure needs more room than the buttons have. */
  onCover(isCovering: boolean): void
  onPaid(sessionId: string): void
}

export type ExpressSheet = { setCart(cart: ExpressCart): void; destroy(): void }

/** The provider’s express buttons. A button’s sheet shows the store’s quote, and the order is written when it confirms. */
export function mountExpress(
  place: HTMLElement,
  provider: Provider,
  { onShown, onProblem, onCover, onPaid }: Listeners,
): ExpressSheet {
  const library = loadLibrary(provider.url).then((create) => create(provider.publishableKey))
  // Without it, the update that awaits it hides the buttons.
  library.catch(() => {})
  let cart: ExpressCart | undefined
  let quote: ExpressQuote | undefined
  /** What the open sheet shows. It stays until the sheet closes: the shopper authorizes that amount, and no other. */
  let sheet: { cart: ExpressCart; quote: ExpressQuote } | undefined
  let isOutdated = false
  let elements: StripeElements | undefined
  let element: StripeExpressCheckoutElement | undefined
  let updates = 0
  let isPaying = false
  let isOver = false

  async function update(): Promise<void> {
    isOutdated = true
    if (!cart || sheet) return
    const turn = ++updates
    const result = await requestQuote(cart)
    if (turn !== updates || isOver || sheet) return
    isOutdated = false
    if ('problem' in result) hide()
    else show(await library, result)
  }

  function hide(): void {
    quote = undefined
    element?.destroy()
    element = undefined
    onShown(false)
  }

  function show(stripe: Stripe, next: ExpressQuote): void {
    if (isOver) return
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
    element.on('click', open)
    element.on('cancel', close)
    element.on('shippingaddresschange', (event) => void checkAddress(event))
    element.on('shippingratechange', (event) =>
      sheet ? event.resolve(sheetOf(sheet.quote)) : event.reject(),
    )
    element.on('confirm', (event) => void pay(stripe, event))
    element.mount(place)
  }

  function open(event: StripeExpressCheckoutElementClickEvent): void {
    onProblem(null)
    if (isOutdated || isPaying || !cart || !quote) {
      event.reject()
      // The sheet before closed without an event.
      if (!isPaying) close()
      return
    }
    sheet = { cart, quote }
    event.resolve(sheetOf(quote))
  }

  function close(): void {
    sheet = undefined
    void update().catch(hide)
  }

  async function checkAddress({
    address,
    resolve,
    reject,
  }: StripeExpressCheckoutElementShippingAddressChangeEvent): Promise<void> {
    const opened = sheet
    const result = opened ? await requestQuote(opened.cart, address.country) : CONNECTION_LOST
    if ('problem' in result || !opened || sheet !== opened) {
      onProblem('problem' in result ? result.problem : null)
      return reject()
    }
    onProblem(null)
    sheet = { ...opened, quote: result }
    elements?.update({ amount: result.total })
    resolve(sheetOf(result))
  }

  async function pay(stripe: Stripe, event: StripeExpressCheckoutElementConfirmEvent): Promise<void> {
    if (!sheet || !elements || isPaying) return event.paymentFailed({ reason: 'fail' })
    isPaying = true
    onProblem(null)
    const outcome = await attempt(stripe, elements, event, sheet).catch(() => CONNECTION_LOST)
    // The page is left: a button that works meanwhile could order twice.
    if ('paid' in outcome) return onPaid(outcome.paid)
    isPaying = false
    // The sheet may stay open, and shows what it did. What changed meanwhile, the next one shows.
    isOutdated = true
    event.paymentFailed({ reason: outcome.reason, message: outcome.problem })
    onProblem(outcome.problem)
  }

  async function attempt(
    stripe: Stripe,
    elements: StripeElements,
    event: StripeExpressCheckoutElementConfirmEvent,
    { cart, quote }: { cart: ExpressCart; quote: ExpressQuote },
  ): Promise<{ paid: string } | ExpressProblem> {
    const submitted = await elements.submit()
    if (submitted.error) return failed(submitted.error)
    const order = await requestOrder(cart, quote, event)
    if ('problem' in order) return order
    const { sessionId, clientSecret } = order
    if (cart.emptiesCart) rememberPendingPayment(sessionId)
    if (!clientSecret) return { paid: sessionId }
    const confirmParams = { return_url: location.origin + EXPRESS_FRAME_PATH }
    const options = { elements, clientSecret, confirmParams, redirect: 'if_required' } as const
    const covering = setTimeout(() => onCover(true), COVER_AFTER_MS)
    const { error } = await stripe.confirmPayment(options).catch(() => UNKNOWN_RESULT)
    clearTimeout(covering)
    onCover(false)
    // After any other error the payment may have been made. The result page asks the provider.
    return error && NOT_PAID.has(error.type) ? failed(error) : { paid: sessionId }
  }

  return {
    setCart(next) {
      cart = next
      void update().catch(hide)
    },
    destroy() {
      isOver = true
      element?.destroy()
    },
  }
}

const COVER_AFTER_MS = 700
const UNKNOWN_RESULT = { error: undefined }
/** With these, the provider says that nothing was charged. */
const NOT_PAID: ReadonlySet<string> = new Set(['card_error', 'validation_error', 'invalid_request_error'])

function failed({ message }: { message?: string | undefined }): ExpressProblem {
  return { problem: message || 'The payment failed. Please try again.', reason: 'fail' }
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
  return postJson<ExpressQuoteResult>(`${EXPRESS_FRAME_PATH}/quote`, { lines, code, country }, 'total').catch(
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
  const send = () => postJson<ExpressOrderResult>(`${EXPRESS_FRAME_PATH}/order`, body, 'sessionId')
  // With the same key: if only the response was lost, it repeats it.
  return send().catch(send)
}
