import { htmlText } from '../html.ts'

/** What a letter says, in order; its text and its HTML are made from the same words. */
export type LetterPart =
  | { say: string }
  | { link: string; to: string }
  | { facts: [string, string][] }
  | { goods: Good[] }

/** What was bought; its picture by its whole address, if there is one that mail programs show. */
export type Good = { name: string; price: string; picture?: string }

export type Words = { heading: string; parts: LetterPart[]; support: string; unsubscribeUrl?: string }

export function letterText({ heading, parts, support, unsubscribeUrl }: Words): string {
  const lines = parts.map((part) => {
    if ('say' in part) return part.say
    if ('link' in part) return `${part.link}:\n${part.to}`
    if ('goods' in part) return part.goods.map(({ name, price }) => `${name}: ${price}`).join('\n')
    return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  })
  const leave = unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : []
  return [heading, ...lines, ...leave, `Eternal Beauty\n${support}`].join('\n\n')
}

// Mail programs know neither style sheets nor custom properties: the house's colours stand here a second time.
const INK = '#241a17'
const SOFT = '#6a5850'
const PAPER = '#f7f2eb'
const LINE = '#d8cabb'

export function letterHtml({ heading, parts, support, unsubscribeUrl }: Words): string {
  const leave = unsubscribeUrl
    ? `<br><a href="${htmlText(unsubscribeUrl)}" style="color:${SOFT}">Unsubscribe</a>`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${htmlText(heading)}</title></head>
<body style="margin:0;background:${PAPER};color:${INK};font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:48px 24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td>
<p style="margin:0 0 40px;font-family:Didot,'Bodoni 72',Georgia,serif;font-size:20px">Eternal Beauty</p>
<h1 style="margin:0 0 24px;font-family:Didot,'Bodoni 72',Georgia,serif;font-weight:400;font-size:32px;line-height:1.15">${htmlText(heading)}</h1>
${parts.map(partHtml).join('\n')}
<p style="margin:48px 0 0;border-top:1px solid ${LINE};padding-top:20px;color:${SOFT};font-size:13px">${htmlText(support)}${leave}</p>
</td></tr></table></td></tr></table></body></html>`
}

function partHtml(part: LetterPart): string {
  if ('say' in part) return `<p style="margin:0 0 20px">${htmlText(part.say)}</p>`
  if ('link' in part) {
    const button = `display:inline-block;background:${INK};color:#fffdfa;padding:14px 28px;text-decoration:none;font-size:14px`
    return `<p style="margin:28px 0"><a href="${htmlText(part.to)}" style="${button}">${htmlText(part.link)}</a></p>`
  }
  if ('goods' in part) return goodsHtml(part.goods)
  const cell = `border-top:1px solid ${LINE};padding:10px 16px 10px 0;font-size:14px;vertical-align:top`
  const rows = part.facts.map(
    ([name, value]) =>
      `<tr><td style="${cell};color:${SOFT}">${htmlText(name)}</td><td style="${cell}">${htmlText(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

function goodsHtml(goods: Good[]): string {
  const cell = `border-top:1px solid ${LINE};padding:14px 16px 14px 0;font-size:15px;vertical-align:middle`
  const rows = goods.map(({ name, price, picture }) => {
    // Its words stand beside it: a reader who hears the letter is told once.
    const img = picture
      ? `<img src="${htmlText(picture)}" width="66" height="88" alt="" style="display:block;background:${LINE};object-fit:cover">`
      : ''
    return `<tr><td width="66" style="${cell}">${img}</td><td style="${cell}">${htmlText(name)}</td><td align="right" style="${cell};padding-right:0;white-space:nowrap">${htmlText(price)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:28px 0 8px">${rows.join('')}</table>`
}
