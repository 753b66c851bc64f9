type XmlContent = string | number | null | undefined

export function xmlElement(name: string, content: XmlContent): string {
  return content === null || content === undefined || content === ''
    ? ''
    : `<${name}>${escapeXml(String(content))}</${name}>`
}

/** Removes characters that XML does not allow even when escaped. */
export function escapeXml(raw: string): string {
  return raw
    .toWellFormed()
    .replace(INVALID_CHARACTERS, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const INVALID_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
