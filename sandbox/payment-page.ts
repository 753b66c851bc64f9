import { escapeHtml } from '#core/email/escape-html.ts'
import { CURRENCIES, formatMoney } from '#core/money.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import type { SessionRow } from './session-row.ts'

export const PAGE_STYLE = `*{box-sizing:border-box}body{margin:0;background:#f7f2eb;color:#241a17;font:16px/1.55 system-ui,sans-serif}
.banner{background:#5c1a24;color:#fff;padding:1.25rem 1.5rem;text-align:center}
.banner b{display:block;font:600 clamp(1.75rem,6vw,3.25rem)/1.05 system-ui,sans-serif;letter-spacing:.06em}
.banner span{font-size:.9375rem}
main{max-width:60rem;margin:0 auto;padding:2.5rem 1.5rem 5rem;display:grid;gap:3rem}
@media(min-width:48rem){main{grid-template-columns:1fr 1fr;padding-top:4.5rem;gap:5rem}}
h1{font:400 1rem/1.4 system-ui,sans-serif;color:#6a5850;margin:0}
.total{font:400 clamp(2.5rem,6vw,3.5rem)/1.1 Didot,"Bodoni 72",Georgia,serif;margin:.25rem 0 2rem;font-variant-numeric:tabular-nums}
h2{font:400 1.75rem/1.15 Didot,"Bodoni 72",Georgia,serif;margin:0 0 1.5rem}
ul{list-style:none;margin:0;padding:0}li{display:flex;justify-content:space-between;gap:1.5rem;padding:.75rem 0;border-top:1px solid #d8cabb;font-variant-numeric:tabular-nums}
label{display:block;font-size:.875rem;margin:0 0 1.25rem}
input[type=text]{display:block;width:100%;height:3rem;margin-top:.375rem;padding:0 .75rem;border:1px solid #94806f;background:#fffdfa;color:inherit;font:inherit;border-radius:0}
.row{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
button{width:100%;min-height:3.25rem;border:1px solid #241a17;background:#241a17;color:#fff;font:500 1rem/1 system-ui,sans-serif;cursor:pointer}
button.secondary{background:none;color:#241a17;margin-top:.75rem}
a{color:#7a2e35;text-underline-offset:.2em}:focus-visible{outline:2px solid #7a2e35;outline-offset:3px}
.error{border-left:3px solid #7a2e35;padding:.25rem 0 .25rem 1rem;margin:0 0 1.5rem}
.cards{margin-top:2.5rem}.cards h3{font:500 .75rem/1.4 system-ui,sans-serif;letter-spacing:.09em;text-transform:uppercase;color:#6a5850;margin:0 0 .5rem}
.cards li{font-size:.875rem;flex-wrap:wrap;gap:.25rem 1.5rem}.cards span{margin-left:auto}code{font:inherit;font-variant-numeric:tabular-nums}`

const TEST_CARDS: [string, string][] = [
  ['4242 4242 4242 4242', 'Succeeds'],
  ['4000 0000 0000 0002', 'Declined'],
  ['4000 0000 0000 9995', 'Declined: insufficient funds'],
  ['4000 0025 0000 3155', 'Requires 3-D Secure'],
]

export function paymentPage(session: SessionRow, problem?: string): string {
  const cancelUrl = textField(session.wanted, 'cancel_url')
  return pageLayout(
    `Pay ${formatTotal(session)}`,
    `<section><h1>Pay Eternal Beauty</h1><p class="total">${formatTotal(session)}</p><ul>${lineItems(session)}</ul>
<p><a href="${escapeHtml(cancelUrl)}">Return to the store without paying</a></p></section>
<section><h2>Pay by card</h2>${problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post"><label>Card number<input type="text" name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242"></label>
<div class="row"><label>Expiry<input type="text" name="expiry" inputmode="numeric" autocomplete="off" placeholder="12 / 34"></label>
<label>Security code<input type="text" name="code" inputmode="numeric" autocomplete="off" placeholder="123"></label></div>
<label>Name on card<input type="text" name="name" autocomplete="off"></label><button>Pay ${formatTotal(session)}</button></form>
<div class="cards"><h3>Test cards</h3><ul>${TEST_CARDS.map(([card, result]) => `<li><code>${card}</code><span>${result}</span></li>`).join('')}</ul></div></section>`,
  )
}

export function authenticationPage(session: SessionRow, number: string): string {
  return pageLayout(
    'Confirm your payment',
    `<section><h1>Pay Eternal Beauty</h1><p class="total">${formatTotal(session)}</p></section>
<section><h2>Confirm your payment</h2><p>This page simulates 3-D Secure. A real bank would ask for a code or for approval in its app.</p>
<form method="post"><input type="hidden" name="number" value="${escapeHtml(number)}"><button name="confirm" value="yes">Complete authentication</button>
<button class="secondary" name="confirm" value="no">Fail authentication</button></form></section>`,
  )
}

export function sessionClosedPage({ wanted, status }: SessionRow): string {
  const message =
    status === 'complete' ? 'This payment is complete.' : 'This payment has expired. You weren’t charged.'
  const origin = new URL('/', textField(wanted, 'cancel_url')).href
  return pageLayout(
    'Payment closed',
    `<section><h2>${message}</h2><p><a href="${escapeHtml(origin)}">Return to the store</a></p></section>`,
  )
}

function pageLayout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escapeHtml(title)} · Sandbox</title><style>${PAGE_STYLE}</style></head>
<body><div class="banner"><b>SANDBOX</b><span>This is a simulation, and no money is charged. Use a test card, never a real one.</span></div><main>${body}</main></body></html>`
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
