/** What the simulated sheet asks the sandbox to pay with. */
export type SimulatedExpressPayment = {
  client_secret: string
  method: 'apple_pay' | 'google_pay'
  amount: number
  currency: string
}

/**
 * The part of Stripe’s library for express buttons, as far as the store uses it. It adds to what `installLibrary`
 * installs, is served as text, and uses nothing from outside of this function.
 */
export function installExpressLibrary(): void {
  type Handler = (event: object) => void
  type Rate = { displayName: string; amount: number }
  type Sheet = { lineItems?: { name: string; amount: number }[]; shippingRates?: Rate[] }
  type ElementsOptions = { amount: number; currency: string }
  type Simulated = ElementsOptions & { method: string }

  const STYLE = `:host{all:initial;position:fixed;inset:0;width:100%;height:100%;margin:0;border:0;padding:0;background:rgb(36 26 23/.45);display:grid;place-items:end center;font:400 1rem/1.5 system-ui,sans-serif;color:#1d2129}
@media(min-width:40rem){:host{place-items:center}}*{box-sizing:border-box}
section{width:min(26rem,100%);max-height:100%;overflow:auto;padding:1.5rem;background:#fff}
h2{font-size:1.125rem;margin:0}p{font-size:.875rem;margin:.25rem 0 1rem;color:#4a515c}
label{display:block;font-size:.875rem}select{display:block;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:0 .75rem;border:1px solid #858d9a;border-radius:0;background:#fff;color:inherit;font:inherit}
dl{margin:0 0 1rem;display:grid;grid-template-columns:1fr auto;gap:.375rem 1rem;font-variant-numeric:tabular-nums}dd{margin:0}
.error{color:#8c1d18;border-left:3px solid #b3261e;padding-left:.75rem}.error:empty{display:none}
.choices{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
button{min-height:3rem;padding:0 1rem;border:1px solid #1d2129;border-radius:0;background:#1d2129;color:#fff;font:inherit;cursor:pointer}button.plain{background:none;color:inherit}button:disabled{opacity:.5;cursor:default}
:focus-visible{outline:2px solid #2557d6;outline-offset:2px}`

  const BUTTON_STYLE = `:host{display:block}*{box-sizing:border-box}div{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.5rem}
button{min-height:3rem;padding:0 .5rem;border:1px solid #241a17;border-radius:0;background:#241a17;color:#fffdfa;font:400 .875rem/1.25 system-ui,sans-serif;cursor:pointer}
:focus-visible{outline:2px solid #fffdfa;outline-offset:-6px}`

  const ADDRESSES: Record<string, [line1: string, city: string, state: string, postalCode: string]> = {
    US: ['100 Sandbox Street', 'New York', 'NY', '10001'],
    CA: ['100 Sandbox Street', 'Ottawa', 'ON', 'K1A 0B1'],
    GB: ['100 Sandbox Street', 'London', '', 'SW1A 1AA'],
    IN: ['100 Sandbox Street', 'New Delhi', 'Delhi', '110001'],
    FR: ['100 rue du Bac à sable', 'Paris', '', '75007'],
  }

  /** The store’s page: a real wallet isn’t limited to the frame either. */
  const page = () => window.parent.document

  function addStyle(root: ShadowRoot, css: string, view: typeof globalThis): void {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
  }

  function elements(options: ElementsOptions) {
    const state = { ...options }
    const listeners = new Set<() => void>()
    let simulated: Simulated | undefined

    function createExpressElement({
      allowedShippingCountries = ['US'],
    }: {
      allowedShippingCountries?: string[]
    }) {
      const handlers: Record<string, Handler[]> = {}
      const host = document.createElement('div')
      const emit = (name: string, event: object) => {
        for (const handler of handlers[name] ?? []) handler(event)
      }

      function openSheet(method: string, name: string, first: Sheet): void {
        let sheet = first
        let country = allowedShippingCountries[0] ?? 'US'
        const countries = [...new Set([country, 'CA', 'FR'])]
        const cover = page().createElement('div')
        cover.setAttribute('popover', 'manual')
        const root = cover.attachShadow({ mode: 'open' })
        addStyle(root, STYLE, (page().defaultView ?? window) as typeof globalThis)
        root.innerHTML = `<section role="dialog" aria-modal="true"><h2></h2><p>This simulates a wallet. Nothing is charged.</p>
<label>Ship to<select></select></label><dl></dl><p class="error" role="alert"></p>
<div class="choices"><button type="button">Pay</button><button type="button" class="plain">Cancel</button></div></section>`
        const [section, title, list, problem] = ['section', 'h2', 'dl', '.error'].map((selector) =>
          root.querySelector<HTMLElement>(selector),
        )
        const select = root.querySelector('select')
        const [payButton, cancelButton] = root.querySelectorAll('button')
        if (!section || !title || !list || !problem || !select || !payButton || !cancelButton) return
        section.setAttribute('aria-label', name)
        title.textContent = name
        for (const code of countries) {
          const option = page().createElement('option')
          option.value = code
          option.textContent = (ADDRESSES[code] ?? []).filter(Boolean).join(', ')
          select.append(option)
        }
        const money = (amount: number) =>
          (amount / 100).toLocaleString('en-US', { style: 'currency', currency: state.currency })
        function showAmounts(): void {
          const [rate] = sheet.shippingRates ?? []
          const rows: [string, number][] = [
            ...(sheet.lineItems ?? []).map(({ name, amount }): [string, number] => [name, amount]),
            ...(rate ? [[rate.displayName, rate.amount] as [string, number]] : []),
            ['Total', state.amount],
          ]
          const parts = rows.flatMap(([label, amount]) => {
            const [term, value] = [page().createElement('dt'), page().createElement('dd')]
            term.textContent = label
            value.textContent = money(amount)
            return [term, value]
          })
          list?.replaceChildren(...parts)
        }
        function close(): void {
          listeners.delete(showAmounts)
          page().removeEventListener('keydown', closeOnEscape, true)
          cover.remove()
        }
        function closeOnEscape(event: KeyboardEvent): void {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          cancel()
        }
        function cancel(): void {
          close()
          emit('cancel', {})
        }
        function block(isBlocked: boolean, text = ''): void {
          if (payButton) payButton.disabled = isBlocked
          if (problem) problem.textContent = text
        }
        select.onchange = () => {
          country = select.value
          const [, city = '', addressState = '', postal_code = ''] = ADDRESSES[country] ?? []
          block(true)
          emit('shippingaddresschange', {
            name: 'Sandbox Shopper',
            address: { city, state: addressState, postal_code, country },
            resolve(next: Sheet = {}) {
              sheet = { ...sheet, ...next }
              showAmounts()
              block(false)
            },
            reject: () => block(true, 'The store doesn’t ship to this address. Choose another one.'),
          })
        }
        payButton.onclick = () => {
          block(true)
          simulated = { ...state, method }
          const [line1 = '', city = '', addressState = '', postal_code = ''] = ADDRESSES[country] ?? []
          const address = { line1, line2: null, city, state: addressState, postal_code, country }
          const phone = '+1 212 555 0100'
          const billingDetails = { name: 'Sandbox Shopper', email: 'shopper@sandbox.example', phone, address }
          emit('confirm', {
            expressPaymentType: method,
            billingDetails,
            shippingAddress: { name: 'Sandbox Shopper', address },
            paymentFailed: ({ message = 'The payment failed.' }: { message?: string } = {}) =>
              block(false, message),
          })
        }
        cancelButton.onclick = cancel
        listeners.add(showAmounts)
        showAmounts()
        page().addEventListener('keydown', closeOnEscape, true)
        // Inside of a panel, so that a click in the sheet isn’t one beside the panel, which would close it.
        ;(window.frameElement?.parentElement ?? page().body).append(cover)
        cover.showPopover()
        payButton.focus()
      }

      const element = {
        on(name: string, handler: Handler) {
          handlers[name] = [...(handlers[name] ?? []), handler]
          return element
        },
        mount(place: HTMLElement) {
          place.append(host)
          const root = host.attachShadow({ mode: 'open' })
          addStyle(root, BUTTON_STYLE, globalThis)
          root.innerHTML = '<div></div>'
          for (const [method, name] of [
            ['apple_pay', 'Apple Pay'],
            ['google_pay', 'Google Pay'],
          ] as const) {
            const button = document.createElement('button')
            button.type = 'button'
            button.textContent = `${name} (simulated)`
            button.onclick = () =>
              emit('click', {
                expressPaymentType: method,
                resolve: (sheet: Sheet = {}) => openSheet(method, name, sheet),
                reject: () => {},
              })
            root.firstElementChild?.append(button)
          }
          emit('ready', { availablePaymentMethods: { applePay: true, googlePay: true } })
        },
        destroy: () => host.remove(),
      }
      return element
    }

    return {
      create: (_kind: string, options: object) => createExpressElement(options),
      update(changes: Partial<ElementsOptions>) {
        Object.assign(state, changes)
        for (const listener of listeners) listener()
      },
      submit: async () => ({}),
      simulated: () => simulated,
    }
  }

  /** As Stripe does, it refuses a payment of another amount than the sheet showed. */
  async function confirmPayment({
    elements: { simulated },
    clientSecret,
  }: {
    elements: { simulated(): Simulated | undefined }
    clientSecret: string
  }) {
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    const { method, amount, currency } = simulated() ?? {}
    const body = JSON.stringify({ client_secret: clientSecret, method, amount, currency })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`/demo/card/${intentId}/express`, { method: 'POST', headers, body })
    const outcome: { state: string; message?: string } = response.ok
      ? await response.json()
      : { state: 'failed' }
    const message = outcome.message ?? 'The payment failed. Please try again.'
    return outcome.state === 'paid'
      ? { paymentIntent: { id: intentId, status: 'succeeded' } }
      : { error: { type: response.ok ? 'card_error' : 'api_error', code: 'payment_failed', message } }
  }

  const { Stripe: install } = window as unknown as { Stripe: (key: string) => object }
  Object.assign(window, { Stripe: (key: string) => ({ ...install(key), elements, confirmPayment }) })
}
