/** Text as it stands in HTML, in an element or a quoted attribute. */
export function htmlText(raw: string): string {
  return raw.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
