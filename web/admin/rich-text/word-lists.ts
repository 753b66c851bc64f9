/** Word's lists are paragraphs with a marker as text. This makes them lists, and drops what has no text to show. */
export function convertWordLists(html: string): string {
  if (!/mso-list|<(style|script|title|xml)\b/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('style, script, title, xml, meta, link')) element.remove()
  let list: HTMLElement | undefined
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    const marker = findMarker(paragraph)
    if (marker === null) continue
    const tag = /^\W*[0-9a-z]{1,3}[.)]/i.test(marker) ? 'ol' : 'ul'
    if (!list || list !== paragraph.previousElementSibling || list.localName !== tag) {
      list = body.ownerDocument.createElement(tag)
      paragraph.before(list)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(paragraph)
    list.append(item)
  }
  return body.innerHTML
}

/** Removes the marker and returns its text; null for a paragraph that isn't in a list. */
function findMarker(paragraph: HTMLElement): string | null {
  if (!/mso-list:\s*l\d/i.test(paragraph.getAttribute('style') ?? '')) return null
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const text = marker?.textContent ?? ''
  marker?.remove()
  return text
}
