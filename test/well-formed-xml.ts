const TOKEN =
  /<\?[^?]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="(?:[^"<&]|&#?\w+;)*")*)\s*(\/?)>|(?:[^<&]|&#\d+;|&(?:amp|lt|gt|quot|apos);)+/gy

/** Why a parser would refuse the text: what it can't read, or a tag that isn't closed. */
export function findXmlProblem(xml: string): string | undefined {
  const open: string[] = []
  let position = 0
  for (const [token, slash, name, , isEmpty] of xml.matchAll(TOKEN)) {
    position += token.length
    if (!name || isEmpty) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) return `unexpected ${token}`
  }
  if (position < xml.length) return `can’t read ${xml.slice(position, position + 80)}`
  return open.length ? `<${open.join('> <')}> is not closed` : undefined
}
