/** What the simulated library asks the sandbox to pay with. */
export type SimulatedPayment = {
  client_secret: string
  method: 'card' | 'apple_pay' | 'google_pay'
  number?: string
  expiry?: string
  /** The ID of a saved card, instead of a number. */
  saved?: string
  /** Whether to save the card for next time. */
  save?: boolean
  /** The shopper's answer to 3-D Secure; missing until it was shown. */
  confirmed?: boolean
}

export type SimulatedOutcome =
  | { state: 'paid'; url: string }
  | { state: 'authentication required' }
  | { state: 'failed'; message: string }

/**
 * Stripe's library, as far as the store uses it, with simulated fields. It is served as text, so it uses nothing from
 * outside of this function.
 */
export function installLibrary(): void {
  const STYLE = `:host{display:block;font:inherit;color:inherit}*{box-sizing:border-box}
fieldset{border:0;margin:0;padding:0}label{display:block;font-size:.875rem;margin:0 0 1.25rem}
input{display:block;width:100%;min-height:3rem;margin-top:.375rem;padding:0 .875rem;border:1px solid rgb(36 26 23/.58);border-radius:0;background:#fffdfa;color:inherit;font:inherit}
input:focus-visible,button:focus-visible{outline:2px solid currentColor;outline-offset:2px}
.methods{margin-bottom:1.5rem}.methods:empty{display:none}.methods label{display:flex;align-items:center;gap:.875rem;min-height:3rem;margin:0;border-bottom:1px solid #d8cabb;font-size:1rem}
.methods input,.save input{width:1.25rem;min-height:1.25rem;margin:0;accent-color:#7a2e35}
.save{display:flex;align-items:center;gap:.875rem;min-height:3rem;margin:0}.save[hidden]{display:none}
.row{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem}.hint{font-size:.875rem;margin:0}
.wallets{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.75rem}
button{min-height:3rem;padding:0 1.25rem;border:1px solid #241a17;border-radius:0;background:#241a17;color:#fffdfa;font:inherit;cursor:pointer}
button.plain{background:none;color:inherit}
dialog{max-width:26rem;border:1px solid #d8cabb;padding:2rem;background:#fffdfa;color:inherit}dialog::backdrop{background:rgb(36 26 23/.4)}
dialog h2{font-size:1.125rem;margin:0 0 .75rem}dialog p{margin:0 0 1.5rem}.choices{display:flex;flex-wrap:wrap;gap:.75rem}`

  type Handler = (event: object) => void

  function createElement(build: (root: ShadowRoot, emit: (name: string, event?: object) => void) => void) {
    const handlers: Record<string, Handler[]> = {}
    const host = document.createElement('div')
    const emit = (name: string, event: object = {}) => {
      for (const handler of handlers[name] ?? []) handler(event)
    }
    const element = {
      host,
      on(name: string, handler: Handler) {
        handlers[name] = [...(handlers[name] ?? []), handler]
        return element
      },
      mount(place: HTMLElement) {
        place.append(host)
        const root = host.attachShadow({ mode: 'open' })
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(STYLE)
        root.adoptedStyleSheets = [sheet]
        build(root, emit)
      },
      destroy: () => host.remove(),
    }
    return element
  }

  /** Resolves to whether the shopper chose the first button. */
  function ask(root: ShadowRoot, title: string, text: string, choices: [string, string]): Promise<boolean> {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', title)
    dialog.innerHTML = `<h2></h2><p></p><div class="choices"><button type="button"></button><button type="button" class="plain"></button></div>`
    const [heading, paragraph] = [dialog.querySelector('h2'), dialog.querySelector('p')]
    if (heading) heading.textContent = title
    if (paragraph) paragraph.textContent = text
    root.append(dialog)
    return new Promise((resolve) => {
      dialog.querySelectorAll('button').forEach((button, index) => {
        button.textContent = choices[index] ?? ''
        button.onclick = () => {
          dialog.close()
          resolve(index === 0)
        }
      })
      dialog.oncancel = () => resolve(false)
      dialog.onclose = () => dialog.remove()
      dialog.showModal()
    })
  }

  function initCheckoutElementsSdk({ clientSecret }: { clientSecret: string }) {
    const sessionId = clientSecret.split('_secret_')[0] ?? ''
    const endpoint = `/demo/card/${sessionId}`
    let fields: ReturnType<typeof createElement> | undefined
    let wallets: ReturnType<typeof createElement> | undefined

    async function pay(payment: Omit<SimulatedPayment, 'client_secret'>): Promise<SimulatedOutcome> {
      const body = JSON.stringify({ ...payment, client_secret: clientSecret })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${endpoint}/confirm`, { method: 'POST', headers, body })
      return response.ok
        ? response.json()
        : { state: 'failed', message: 'The payment failed. Please try again.' }
    }

    const names: Record<string, string> = {
      ...{ link: 'Link', paypal: 'PayPal', klarna: 'Klarna' },
      ...{ upi: 'UPI', ideal: 'iDEAL', bancontact: 'Bancontact' },
    }

    async function addMethods(root: ShadowRoot): Promise<void> {
      const { methods, saved, canSave }: SessionMethods = await (await fetch(`${endpoint}/methods`)).json()
      const list = root.querySelector('.methods')
      const save = root.querySelector<HTMLElement>('.save')
      const card = root.querySelector<HTMLElement>('.card')
      if (save) save.hidden = !canSave
      if (!list || methods.length + saved.length === 0) return
      const choices = [
        ...saved.map(({ id, label }) => [`saved:${id}`, label] as const),
        ['card', saved.length ? 'Another card' : 'Card'] as const,
        ...methods.map((method) => [method, names[method] ?? method] as const),
      ]
      choices.forEach(([value, text], index) => {
        const label = document.createElement('label')
        const input = document.createElement('input')
        Object.assign(input, { type: 'radio', name: 'method', value, checked: index === 0 })
        label.append(input, text)
        list.append(label)
      })
      const showFields = () => {
        if (card) card.hidden = chosenMethod(root) !== 'card'
      }
      showFields()
      list.addEventListener('change', showFields)
    }

    type SessionMethods = { methods: string[]; saved: { id: string; label: string }[]; canSave: boolean }

    const chosenMethod = (root: ShadowRoot) =>
      root.querySelector<HTMLInputElement>('[name=method]:checked')?.value ?? 'card'

    function createPaymentElement() {
      fields = createElement((root, emit) => {
        root.innerHTML = `<div class="methods" role="radiogroup" aria-label="Ways to pay"></div><fieldset class="card"><label>Card number<input name="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242"></label>
<div class="row"><label>Expiry<input name="expiry" inputmode="numeric" autocomplete="off" placeholder="12 / 34"></label>
<label>Security code<input name="code" inputmode="numeric" autocomplete="off" placeholder="123"></label></div>
<p class="hint">4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 requires 3-D Secure.</p><label class="save" hidden><input type="checkbox" name="save">Save this card for next time</label></fieldset>`
        addMethods(root).then(
          () => emit('ready'),
          () => emit('loaderror'),
        )
      })
      return fields
    }

    function createExpressCheckoutElement() {
      const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const
      wallets = createElement((root, emit) => {
        root.innerHTML = '<div class="wallets"></div>'
        for (const [method, name] of Object.entries(names)) {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = `${name} (simulated)`
          button.onclick = async () => {
            const isPaid = await ask(root, name, `This simulates the sheet of ${name}. Nothing is charged.`, [
              'Pay',
              'Cancel',
            ])
            emit(isPaid ? 'confirm' : 'cancel', { expressPaymentType: method })
          }
          root.firstElementChild?.append(button)
        }
        emit('ready', { availablePaymentMethods: { applePay: true, googlePay: true } })
      })
      return wallets
    }

    async function confirm({
      expressCheckoutConfirmEvent: wallet,
    }: {
      expressCheckoutConfirmEvent?: { expressPaymentType: 'apple_pay' | 'google_pay' }
    } = {}) {
      const root = fields?.host.shadowRoot
      const method = root && !wallet ? chosenMethod(root) : 'card'
      const saved = method.startsWith('saved:') ? method.slice('saved:'.length) : ''
      if (method !== 'card' && !saved) {
        location.assign(`${endpoint}/methods/${method}`)
        return { type: 'success', session: {} }
      }
      const field = (name: string) => root?.querySelector<HTMLInputElement>(`[name=${name}]`)
      const typed = { number: field('number')?.value ?? '', expiry: field('expiry')?.value ?? '' }
      const payment = wallet
        ? { method: wallet.expressPaymentType }
        : {
            method: 'card' as const,
            ...(saved ? { saved } : { ...typed, save: field('save')?.checked ?? false }),
          }
      let outcome = await pay(payment)
      if (outcome.state === 'authentication required' && root) {
        const text = 'This simulates 3-D Secure. A real bank would ask for a code or for approval in its app.'
        const choices: [string, string] = ['Complete authentication', 'Fail authentication']
        outcome = await pay({ ...payment, confirmed: await ask(root, 'Confirm your payment', text, choices) })
      }
      if (outcome.state === 'paid') {
        location.assign(outcome.url)
        return { type: 'success', session: {} }
      }
      const message = outcome.state === 'failed' ? outcome.message : 'The payment failed. Please try again.'
      return { type: 'error', error: { code: 'paymentFailed', message } }
    }

    return {
      createPaymentElement,
      createExpressCheckoutElement,
      getPaymentElement: () => fields ?? null,
      getExpressCheckoutElement: () => wallets ?? null,
      loadActions: async () => ({ type: 'success', actions: { confirm } }),
    }
  }

  Object.assign(window, { Stripe: () => ({ initCheckoutElementsSdk }) })
}
