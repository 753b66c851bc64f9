/**
 * Turns Word's lists, which are paragraphs with a marker as text, into lists, and styles into elements. Inline styles
 * and event handlers are renamed before parsing: the content security policy forbids them even in a detached document.
 */
export function cleanClipboardHtml(html: string): string {
  const inert = html
    .replace(/<(style|script|title|xml)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s(style|on[a-z]+)\s*=/gi, ' data-$1='))
  const { body } = new DOMParser().parseFromString(inert, 'text/html')
  convertStyles(body)
  convertWordLists(body)
  return body.innerHTML
}

function convertStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = readStyle(element)
    const isBold = /font-weight:\s*(bold(er)?|[6-9]\d\d)\b/i.test(style)
    // Google Docs wraps everything in a <b> that isn't bold.
    if (element.localName === 'b' && /font-weight:\s*normal/i.test(style)) replaceTag(element, 'span')
    else if (isBold && !/^(b|strong|h\d)$/.test(element.localName)) wrapChildren(element, 'strong')
    if (/font-style:\s*italic/i.test(style)) wrapChildren(element, 'em')
  }
}

function wrapChildren(element: HTMLElement, tag: string): void {
  // Emphasis can't contain paragraphs.
  if (element.querySelector('p, div, li, table')) return
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

function replaceTag(element: HTMLElement, tag: string): void {
  const replacement = element.ownerDocument.createElement(tag)
  replacement.append(...element.childNodes)
  element.replaceWith(replacement)
}

function convertWordLists(body: HTMLElement): void {
  let list: HTMLElement | undefined
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list" i]')) {
    const marker = takeMarker(paragraph)
    const tag = /^\W*[0-9a-z]{1,3}[.)]/i.test(marker) ? 'ol' : 'ul'
    if (!list || list !== paragraph.previousElementSibling || list.localName !== tag) {
      list = body.ownerDocument.createElement(tag)
      paragraph.before(list)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(paragraph)
    list.append(item)
  }
}

function takeMarker(paragraph: HTMLElement): string {
  const marker = [...paragraph.querySelectorAll<HTMLElement>('span[data-style]')].find((span) =>
    /mso-list:\s*ignore/i.test(readStyle(span)),
  )
  const text = marker?.textContent ?? ''
  marker?.remove()
  return text
}

const readStyle = (element: HTMLElement) => element.dataset.style ?? ''
