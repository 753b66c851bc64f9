import { expect, test } from 'vitest'
import { type EmailContent, renderEmailHtml, renderEmailText } from './email-layout.ts'

const content: EmailContent = {
  heading: 'Thank you, <Zoë> O’Neill & co',
  blocks: [
    'We’ve received your order.',
    { link: 'See the order', to: 'https://store.example/orders/EB1?a=1&b="2"' },
    { items: [{ name: 'Cedar & Salt', price: '₹5,644', picture: 'https://store.example/media/a.webp' }] },
    { details: [['Total', '₹5,644']] },
  ],
  sender: { name: 'Eternal Beauty', support: 'care@store.example', footer: '', logo: null },
}

test('text and HTML have the same content', () => {
  expect(renderEmailText(content)).toBe(
    'Thank you, <Zoë> O’Neill & co\n\nWe’ve received your order.\n\nSee the order:\nhttps://store.example/orders/EB1?a=1&b="2"\n\nCedar & Salt: ₹5,644\n\nTotal: ₹5,644\n\nEternal Beauty\ncare@store.example',
  )
  for (const text of [
    'We’ve received your order.',
    'See the order',
    'Cedar &#38; Salt',
    'src="https://store.example/media/a.webp"',
    '₹5,644',
    'care@store.example',
  ]) {
    expect(renderEmailHtml(content)).toContain(text)
  }
})

test('a banner is a decorative picture above the heading', () => {
  const html = renderEmailHtml({ ...content, banner: 'https://store.example/media/"home".jpeg' })
  expect(html).toMatch(/<img src="https:[^"]+&#34;home&#34;.jpeg" width="560" alt=""[^>]*>\n<h1/)
  expect(renderEmailHtml(content)).not.toContain('width="560"')
})

test('a quiet link is no button', () => {
  const link = { link: 'View your invoice', to: 'https://store.example/orders/EB1/invoice' }
  const isButton = (block: EmailContent['blocks'][number]) =>
    renderEmailHtml({ ...content, blocks: [block] }).includes('padding:14px 28px')
  expect([isButton(link), isButton({ ...link, isQuiet: true })]).toEqual([true, false])
})

test('a shopper’s input is escaped in HTML', () => {
  expect(renderEmailHtml(content)).not.toContain('<Zoë>')
  expect(renderEmailHtml(content)).toContain('href="https://store.example/orders/EB1?a=1&#38;b=&#34;2&#34;"')
})

test('the support address is a link, and the name is set as a wordmark', () => {
  const sender = { ...content.sender, support: 'care@store.example · +1 (800) 555-0142' }
  const html = renderEmailHtml({ ...content, sender })
  expect(html).toMatch(
    /<a href="mailto:care@store.example"[^>]*>care@store.example<\/a> · \+1 \(800\) 555-0142/,
  )
  expect(html).toMatch(/letter-spacing:0\.24em[^>]*>Eternal Beauty/)
})
