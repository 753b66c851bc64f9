import { escapeHtml } from '#core/email/escape-html.ts'
import { CURRENCIES, formatMoney } from '#core/money.ts'
import { METHODS, type OptionalMethod } from '#core/settings/payment-methods.ts'
import { DECISIONS, type Decision, otherMethods, PROCESSING_SECONDS } from './checkout-sessions.ts'
import { canSave } from './customers.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import type { SavedCardOption } from './saved-cards.ts'
import type { SessionRow } from './session-row.ts'

const SANS = '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,system-ui,sans-serif'

// Another company's page, so it has neither the store's typefaces nor its colors.
export const PAGE_STYLE = `*{box-sizing:border-box}html{background:#fff;color:#1d2129;font:16px/1.5 ${SANS};-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column}
header{background:#1d2129;color:#fff;padding:.625rem 1.5rem;font-size:.875rem;text-align:center}
header b{font-weight:600;letter-spacing:.12em;margin-right:.75rem}
main{flex:1;display:grid;grid-template-rows:auto 1fr}
section{padding:2.5rem 1.5rem 3rem}section>*{max-width:26rem;margin-inline:auto}
section:first-child:not(:only-child){background:#f4f5f7}
@media(min-width:48rem){main{grid-template:1fr/1fr 1fr}main:has(section:only-child){grid-template:1fr/1fr}section{padding:4.5rem 3rem}
section:first-child:not(:only-child)>*{margin-right:0}section:last-child:not(:only-child)>*{margin-left:0}}
h1{font-size:.9375rem;font-weight:500;color:#5a6270;margin-block:0}
.total{font-size:2.25rem;font-weight:600;line-height:1.2;letter-spacing:-.02em;margin-block:.25rem 2rem;font-variant-numeric:tabular-nums}
h2{font-size:1.125rem;font-weight:600;margin-block:0 1.5rem}
ul{list-style:none;margin-block:0;padding:0}li{display:flex;justify-content:space-between;gap:1.5rem;padding:.625rem 0;font-size:.9375rem;font-variant-numeric:tabular-nums}
li+li{border-top:1px solid #e1e4e9}li span:last-child{white-space:nowrap}
label{display:block;font-size:.875rem;font-weight:500;margin:0 0 1.125rem}
input[type=text]{display:block;width:100%;height:2.75rem;margin-top:.375rem;padding:0 .75rem;border:1px solid #858d9a;border-radius:6px;background:#fff;color:inherit;font:400 1rem/1 ${SANS}}
input::placeholder{color:#6b7380}
.row{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
button{width:100%;min-height:3rem;margin-top:.5rem;border:1px solid #1d2129;border-radius:6px;background:#1d2129;color:#fff;font:600 1rem/1 ${SANS};cursor:pointer}button:hover{background:#3a414e}
button.secondary{background:none;color:#1d2129;margin-top:.75rem}button.secondary:hover{background:#f4f5f7}
a{color:inherit;font-size:.9375rem;text-underline-offset:.2em}:focus-visible{outline:2px solid #2557d6;outline-offset:2px}
.error{border-left:3px solid #b3261e;color:#8c1d18;padding:.25rem 0 .25rem 1rem;margin-block:0 1.5rem}
fieldset{border:0;margin:0 0 1.5rem;padding:0}legend{font-size:.875rem;font-weight:500;padding:0}
.choice{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;margin:0;font-weight:400}.choice input{width:1.25rem;height:1.25rem;margin:0;flex:none}
fieldset .choice{border-bottom:1px solid #e1e4e9}form:has([name=saved]:checked:not([value=""])) .typed{display:none}
.cards{margin-top:2.5rem}.cards h3{font-size:.875rem;font-weight:600;color:#5a6270;margin:0 0 .375rem}
.cards li{font-size:.875rem;flex-wrap:wrap;gap:.125rem 1.5rem}.cards span{color:#5a6270}code{font:inherit}`

const TEST_CARDS: [string, string][] = [
  ['4242 4242 4242 4242', 'Succeeds'],
  ['4000 0000 0000 0002', 'Declined'],
  ['4000 0000 0000 9995', 'Declined: insufficient funds'],
  ['4000 0025 0000 3155', 'Requires 3-D Secure'],
  ['4000 0000 0000 0259', 'Succeeds, then is disputed'],
]

type CardForm = { saved?: readonly SavedCardOption[]; problem?: string }

export function paymentPage(
  session: SessionRow,
  storeName: string,
  { saved = [], problem }: CardForm = {},
): string {
  const cancelUrl = textField(session.wanted, 'cancel_url') || storeUrl(session)
  return pageLayout(
    `Pay ${formatTotal(session)}`,
    `<section><h1>Pay ${escapeHtml(storeName)}</h1><p class="total">${formatTotal(session)}</p><ul>${lineItems(session)}</ul>
<p><a href="${escapeHtml(cancelUrl)}">Return to the store without paying</a></p></section>
<section><h2>Pay by card</h2>${problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post">${savedCardChoices(saved)}<div class="typed"><label>Card number<input type="text" name="number" inputmode="numeric" autocomplete="off"${saved.length ? '' : ' required'} placeholder="4242 4242 4242 4242"></label>
<div class="row"><label>Expiry<input type="text" name="expiry" inputmode="numeric" autocomplete="off" placeholder="12 / 34"></label>
<label>Security code<input type="text" name="code" inputmode="numeric" autocomplete="off" placeholder="123"></label></div>
<label>Name on card<input type="text" name="name" autocomplete="off"></label>${canSave(session) ? SAVE_CHOICE : ''}</div>${submitText(session)}<button>Pay ${formatTotal(session)}</button></form>
<div class="cards"><h3>Test cards</h3><ul>${TEST_CARDS.map(([card, result]) => `<li><code>${card}</code><span>${result}</span></li>`).join('')}</ul></div>${otherMethodLinks(session)}</section>`,
  )
}

const SAVE_CHOICE =
  '<label class="choice"><input type="checkbox" name="save" value="yes">Save this card for next time</label>'

function savedCardChoices(saved: readonly SavedCardOption[]): string {
  if (!saved.length) return ''
  const choices = [...saved, { id: '', label: 'Another card' }].map(
    ({ id, label }, index) =>
      `<label class="choice"><input type="radio" name="saved" value="${id}"${index ? '' : ' checked'}>${escapeHtml(label)}</label>`,
  )
  return `<fieldset><legend>Saved cards</legend>${choices.join('')}</fieldset>`
}

/** `answers` is what the shopper entered before. */
export function authenticationPage(
  session: SessionRow,
  storeName: string,
  answers: Record<string, string>,
): string {
  const hidden = Object.entries(answers).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return pageLayout(
    'Confirm your payment',
    `<section><h1>Pay ${escapeHtml(storeName)}</h1><p class="total">${formatTotal(session)}</p></section>
<section><h2>Confirm your payment</h2><p>This page simulates 3-D Secure. A real bank would ask for a code or for approval in its app.</p>
<form method="post">${hidden.join('')}<button name="confirm" value="yes">Complete authentication</button>
<button class="secondary" name="confirm" value="no">Fail authentication</button></form></section>`,
  )
}

function submitText({ wanted }: SessionRow): string {
  const message = textField(nestedField(nestedField(wanted, 'custom_text'), 'submit'), 'message')
  return message && `<p>${escapeHtml(message)}</p>`
}

const storeUrl = ({ url }: SessionRow) => new URL('/', url).href

function otherMethodLinks(session: SessionRow): string {
  const links = otherMethods(session).map(
    (method) => `<li><a href="/demo/card/${session.id}/methods/${method}">${METHODS[method].name}</a></li>`,
  )
  return links.length ? `<div class="cards"><h3>Other ways to pay</h3><ul>${links.join('')}</ul></div>` : ''
}

const DECISION_TEXTS: Record<Decision, string> = {
  approve: 'Approve the payment',
  later: `Approve it, and let it take ${PROCESSING_SECONDS} seconds`,
  'fail later': `Let it fail after ${PROCESSING_SECONDS} seconds`,
  decline: 'Decline it',
}

/** Where PayPal, Klarna, and others would lead the shopper. */
export function methodPage(
  session: SessionRow,
  storeName: string,
  method: OptionalMethod,
  problem?: string,
): string {
  const { name } = METHODS[method]
  const buttons = DECISIONS.map(
    (decision) =>
      `<button${decision === 'approve' ? '' : ' class="secondary"'} name="decision" value="${decision}">${DECISION_TEXTS[decision]}</button>`,
  )
  return pageLayout(
    `Pay with ${name}`,
    `<section><h1>Pay ${escapeHtml(storeName)}</h1><p class="total">${formatTotal(session)}</p></section>
<section><h2>${name}</h2>${problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : ''}<p>This page simulates ${name}, which would ask you to sign in and approve the payment.</p>
<form method="post">${buttons.join('')}</form></section>`,
  )
}

export function sessionClosedPage(session: SessionRow): string {
  const { status } = session
  const message =
    status === 'complete' ? 'This payment is complete.' : 'This payment has expired. You weren’t charged.'
  const origin = storeUrl(session)
  return pageLayout(
    'Payment closed',
    `<section><h2>${message}</h2><p><a href="${escapeHtml(origin)}">Return to the store</a></p></section>`,
  )
}

function pageLayout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escapeHtml(title)} · Sandbox</title><style>${PAGE_STYLE}</style></head>
<body><header><b>SANDBOX</b> <span>This is a simulation, and no money is charged. Use a test card, never a real one.</span></header><main>${body}</main></body></html>`
}

function lineItems({ wanted, currency }: SessionRow): string {
  return Object.values(nestedField(wanted, 'line_items'))
    .map((line) => (typeof line === 'object' ? line : {}))
    .map((line: FormBody) => {
      const price = nestedField(line, 'price_data')
      const quantity = Number(textField(line, 'quantity'))
      const name = textField(nestedField(price, 'product_data'), 'name')
      const amount = htmlMoney(Number(textField(price, 'unit_amount')) * quantity, currency)
      return `<li><span>${quantity > 1 ? `${quantity} × ` : ''}${escapeHtml(name)}</span><span>${amount}</span></li>`
    })
    .join('')
}

function formatTotal({ amount, currency }: SessionRow): string {
  return htmlMoney(amount, currency)
}

function htmlMoney(amount: number, code: string): string {
  const currency = CURRENCIES.find((known) => known === code) ?? 'usd'
  return escapeHtml(formatMoney({ amount, currency }))
}
