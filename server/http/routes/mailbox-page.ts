import { escapeHtml } from '#core/email/escape-html.ts'

type MailboxEmail = { id: string; recipient: string; subject: string; bodyText: string; sentAt: Date }

export const MAILBOX_STYLE = `body{background:#f7f2eb;color:#241a17;font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:44rem;margin:0 auto;padding:3.5rem 1.5rem 6rem}h1{font:400 2.5rem/1.1 Didot,'Bodoni 72',Georgia,serif;margin:0 0 .75rem;text-wrap:balance}
ol{list-style:none;margin:3rem 0 0;padding:0}li{border-top:1px solid #d8cabb;padding:1.5rem 0}h2{font:500 1.0625rem/1.4 system-ui,sans-serif;margin:0}
p{margin:0 0 .5rem;color:#6a5850;font-size:.875rem}pre{font:inherit;font-size:.875rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem 0 0}
a{color:#7a2e35;text-decoration-thickness:1px;text-underline-offset:.3em}summary{cursor:pointer}:focus-visible{outline:2px solid #7a2e35;outline-offset:3px}`

export function mailboxPage(emails: MailboxEmail[], storeName: string): string {
  const list = emails.length ? `<ol>${emails.map(emailItem).join('')}</ol>` : '<p>No emails yet.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>Mailbox · ${escapeHtml(storeName)}</title><style>${MAILBOX_STYLE}</style></head><body><main><h1>Mailbox</h1>
<p>The emails this demo would have sent. None of them leave your machine.</p>${list}
<p><a href="/">Back to the store</a></p></main></body></html>`
}

function emailItem({ id, recipient, subject, bodyText, sentAt }: MailboxEmail): string {
  const sentTime = sentAt.toISOString()
  return `<li><p>To ${escapeHtml(recipient)} · <time datetime="${sentTime}">${sentTime.slice(0, 16).replace('T', ' ')} UTC</time></p>
<h2><a href="/demo/mailbox/${escapeHtml(id)}">${escapeHtml(subject)}</a></h2>
<details><summary>Plain text</summary><pre>${escapeHtml(bodyText)}</pre></details></li>`
}
