export const MAX_SVG_BYTES = 5 * 1024 * 1024

const DRAWING_ELEMENTS = new Set(
  `svg g defs symbol use title desc metadata style switch
  path rect circle ellipse line polyline polygon image text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`
    .toLowerCase()
    .split(/\s+/),
)
/** Drawing programs describe their documents in these namespaces, which browsers ignore. */
const DESCRIPTION_ELEMENT = /^(?:sodipodi|inkscape|rdf|cc|dc):/
const DRAWING_NAMESPACE = /^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xhtml)$/
const SAFE_LINK = /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i

const TAG = /<(\/?)([a-z][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>/iy
const ATTRIBUTE = /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const DROPPED = [/<!--[\s\S]*?-->/y, /<!DOCTYPE svg[^>[]*>/iy]
const ALLOWED = [/<\?xml [\s\S]*?\?>/y, /<!\[CDATA\[[\s\S]*?\]\]>/y]

/** Removes what could run code or load files. Undefined if the text isn't well formed. Reads it once. */
export function sanitizeSvg(text: string): string | undefined {
  let clean = ''
  let removedDepth = 0
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at)
    const end = start < 0 ? text.length : start
    if (!removedDepth) clean += text.slice(at, end)
    if (start < 0) break
    const dropped = matchAny(DROPPED, text, start)
    const allowed = matchAny(ALLOWED, text, start)
    TAG.lastIndex = start
    const [tag, close, name = '', attributes = '', selfClose] = TAG.exec(text) ?? []
    const token = dropped ?? allowed ?? tag
    if (!token) return undefined
    at = start + token.length
    if (allowed && !removedDepth) clean += allowed
    if (dropped ?? allowed) continue
    if (removedDepth || !isDrawing(name)) {
      // Well-formed elements nest, so counting finds the end of the removed one.
      if (close) removedDepth = Math.max(0, removedDepth - 1)
      else if (!selfClose) removedDepth++
      continue
    }
    const safeAttributes = removeUnsafeAttributes(attributes)
    if (safeAttributes === undefined) return undefined
    clean += `<${close}${name}${safeAttributes}${selfClose}>`
  }
  return removedDepth ? undefined : clean
}

function matchAny(patterns: RegExp[], text: string, at: number): string | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = at
    const [match] = pattern.exec(text) ?? []
    if (match) return match
  }
  return undefined
}

function isDrawing(name: string): boolean {
  const element = name.toLowerCase()
  return DRAWING_ELEMENTS.has(element.replace(/^svg:/, '')) || DESCRIPTION_ELEMENT.test(element)
}

function removeUnsafeAttributes(attributes: string): string | undefined {
  if (attributes.replace(ATTRIBUTE, '').trim()) return undefined
  return attributes.replace(ATTRIBUTE, (attribute, name: string, double?: string, single?: string) =>
    isUnsafeAttribute(name.toLowerCase(), double ?? single ?? '') ? '' : attribute,
  )
}

function isUnsafeAttribute(name: string, value: string): boolean {
  if (name.startsWith('on')) return true
  if (name === 'href' || name.endsWith(':href')) return value !== '' && !SAFE_LINK.test(value)
  if (name.startsWith('xmlns'))
    return DRAWING_NAMESPACE.test(value) !== (name === 'xmlns' || name === 'xmlns:svg')
  return false
}
