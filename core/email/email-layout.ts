import { DEFAULT_COLORS, derivePalette, type Palette } from '../settings/palette.ts'
import type { NewEmail } from './emails.server.ts'
import { escapeHtml } from './escape-html.ts'

/** A string is a paragraph. */
export type EmailBlock =
  | string
  | { link: string; to: string; isQuiet?: true }
  | { details: [string, string][] }
  /** Amounts, the last of which is the total. */
  | { totals: [string, string][] }
  | { items: EmailItem[] }
  /** A numbered list. */
  | { title: string; steps: string[] }

/** `picture` is an absolute URL of a format that email clients show. */
export type EmailItem = { name: string; price: string; picture?: string }

export type EmailColors = Pick<Palette, 'paper' | 'ink' | 'ink-soft' | 'hairline' | 'white'>

/** `support` and `footer` end every email; `logo` is an absolute URL, shown instead of the name. */
export type EmailSender = {
  name: string
  support: string
  footer: string
  logo: string | null
  colors?: EmailColors
}

export type EmailContent = {
  heading: string
  blocks: EmailBlock[]
  sender: EmailSender
  unsubscribeUrl?: string
  banner?: string
}

/** `banner` is the absolute URL of a picture above the heading. */
export type Envelope = {
  to: string
  key: string
  sender: EmailSender
  unsubscribeUrl?: string
  banner?: string
}

export function renderEmail(
  { sender, banner, ...envelope }: Envelope,
  kind: string,
  subject: string,
  blocks: EmailBlock[],
): NewEmail {
  const content = { heading: subject, blocks, sender, unsubscribeUrl: envelope.unsubscribeUrl, banner }
  return { ...envelope, kind, subject, text: renderEmailText(content), html: renderEmailHtml(content) }
}

export function renderEmailText({ heading, blocks, sender, unsubscribeUrl }: EmailContent): string {
  const lines = blocks.map((block) => {
    if (typeof block === 'string') return block
    if ('link' in block) return `${block.link}:\n${block.to}`
    if ('items' in block) return block.items.map(({ name, price }) => `${name}: ${price}`).join('\n')
    if ('steps' in block) return [block.title, ...numbered(block.steps)].join('\n')
    const rows = 'totals' in block ? block.totals : block.details
    return rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  })
  const unsubscribeLine = unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : []
  const footer = [sender.name, sender.support, sender.footer].filter(Boolean).join('\n')
  return [heading, ...lines, ...unsubscribeLine, footer].join('\n\n')
}

const numbered = (steps: string[]) => steps.map((step, index) => `${index + 1}. ${step}`)

const SERIF = "Didot,'Bodoni 72',Georgia,serif"
// Sans serif, because no serif that every email client has looks like the store's.
const WORDMARK = 'font-size:13px;font-weight:bold;letter-spacing:0.24em;text-transform:uppercase'

// Email clients support neither style sheets nor custom properties, so each element has its colors.
export function renderEmailHtml({ heading, blocks, sender, unsubscribeUrl, banner }: EmailContent): string {
  const colors = sender.colors ?? derivePalette(DEFAULT_COLORS)
  const unsubscribeLine = unsubscribeUrl
    ? `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:${colors['ink-soft']}">Unsubscribe</a>`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:${colors.paper};color:${colors.ink};font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6">
${renderPreview(blocks)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:48px 24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td>
<p style="margin:0 0 48px;${WORDMARK}">${renderBrand(sender)}</p>
${renderBanner(banner, colors)}<h1 style="margin:0 0 24px;font-family:${SERIF};font-weight:400;font-size:32px;line-height:1.15">${escapeHtml(heading)}</h1>
${blocks.map((block) => renderBlock(block, colors)).join('\n')}
<p style="margin:48px 0 0;border-top:1px solid ${colors.hairline};padding-top:20px;color:${colors['ink-soft']};font-size:13px">${renderSupport(sender, colors)}${renderFooter(sender)}${unsubscribeLine}</p>
</td></tr></table></td></tr></table></body></html>`
}

/** What inboxes show beside the subject. The spaces keep the rest of the email out of it. */
function renderPreview(blocks: EmailBlock[]): string {
  const text = blocks.find((block) => typeof block === 'string') ?? ''
  return `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`
}

function renderBrand({ name, logo }: EmailSender): string {
  if (!logo) return escapeHtml(name)
  return `<img src="${escapeHtml(logo)}" height="40" alt="${escapeHtml(name)}" style="display:block;height:40px;max-width:240px">`
}

/** Decorative, so a mailbox that blocks pictures shows nothing in its place. */
function renderBanner(banner: string | undefined, colors: EmailColors): string {
  if (!banner) return ''
  return `<img src="${escapeHtml(banner)}" width="560" alt="" style="display:block;width:100%;max-width:560px;height:auto;margin:0 0 40px;background:${colors.hairline}">\n`
}

/** The email address is a link. */
function renderSupport({ support }: EmailSender, colors: EmailColors): string {
  const words = escapeHtml(support).split(' ')
  const link = (email: string) => `<a href="mailto:${email}" style="color:${colors['ink-soft']}">${email}</a>`
  return words.map((word) => (word.includes('@') ? link(word) : word)).join(' ')
}

function renderFooter({ footer }: EmailSender): string {
  return footer && `<br>${escapeHtml(footer).replaceAll('\n', '<br>')}`
}

function renderBlock(block: EmailBlock, colors: EmailColors): string {
  if (typeof block === 'string')
    return `<p style="margin:0 0 20px">${escapeHtml(block).replaceAll('\n', '<br>')}</p>`
  if ('link' in block) {
    if (block.isQuiet)
      return `<p style="margin:0 0 20px"><a href="${escapeHtml(block.to)}" style="color:${colors.ink}">${escapeHtml(block.link)}</a></p>`
    const button = `display:inline-block;background:${colors.ink};color:${colors.white};padding:14px 28px;text-decoration:none;font-size:14px`
    return `<p style="margin:28px 0"><a href="${escapeHtml(block.to)}" style="${button}">${escapeHtml(block.link)}</a></p>`
  }
  if ('items' in block) return renderItems(block.items, colors)
  if ('steps' in block) return renderSteps(block)
  if ('totals' in block) return renderTotals(block.totals, colors)
  const cell = `border-top:1px solid ${colors.hairline};padding:10px 16px 10px 0;font-size:14px;vertical-align:top`
  const rows = block.details.map(
    ([name, value]) =>
      `<tr><td style="${cell};color:${colors['ink-soft']}">${escapeHtml(name)}</td><td style="${cell}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

function renderSteps({ title, steps }: { title: string; steps: string[] }): string {
  const items = steps.map((step) => `<li style="margin:0 0 8px">${escapeHtml(step)}</li>`)
  return `<h2 style="margin:36px 0 12px;font-family:${SERIF};font-weight:400;font-size:22px;line-height:1.2">${escapeHtml(title)}</h2>
<ol style="margin:0 0 28px;padding-left:20px">${items.join('')}</ol>`
}

function renderTotals(totals: [string, string][], colors: EmailColors): string {
  const rows = totals.map(([name, amount], index) => {
    const isTotal = index === totals.length - 1
    const cell = isTotal
      ? `border-top:1px solid ${colors.hairline};padding:12px 0;font-size:16px;font-weight:bold`
      : `padding:4px 0;font-size:14px`
    return `<tr><td style="${cell}${isTotal ? '' : `;color:${colors['ink-soft']}`}">${escapeHtml(name)}</td><td align="right" style="${cell};white-space:nowrap">${escapeHtml(amount)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid ${colors.hairline}"><tr><td style="height:8px" colspan="2"></td></tr>${rows.join('')}</table>`
}

function renderItems(items: EmailItem[], colors: EmailColors): string {
  const cell = `border-top:1px solid ${colors.hairline};padding:16px 20px 16px 0;font-size:16px;vertical-align:middle`
  const hasPictures = items.some(({ picture }) => picture)
  const rows = items.map(({ name, price, picture }) => {
    // The name is next to it, so alternative text would be read out twice.
    const img = picture
      ? `<img src="${escapeHtml(picture)}" width="120" height="160" alt="" style="display:block;background:${colors.hairline};object-fit:cover">`
      : ''
    const pictureCell = hasPictures ? `<td width="120" style="${cell}">${img}</td>` : ''
    return `<tr>${pictureCell}<td style="${cell}">${escapeHtml(name)}</td><td align="right" style="${cell};padding-right:0;white-space:nowrap">${escapeHtml(price)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:28px 0 8px">${rows.join('')}</table>`
}
