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
const DRAWING_NAMESPACE = /^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xhtml)$/
const SAFE_LINK = /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i

// Sticky and without two ways to match the same text, so that each reads its part once.
const TAG_START = /<(\/?)([a-z][\w:.-]*)/iy
const ATTRIBUTE = /\s*([^\s"'<>=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const TAG_END = /\s*(\/?)>/y
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
    const other = dropped ?? allowed
    if (other) {
      at = start + other.length
      if (allowed && !removedDepth) clean += allowed
      continue
    }
    const tag = readTag(text, start)
    if (!tag) return undefined
    at = tag.end
    if (removedDepth || !isDrawing(tag.name)) {
      // Well-formed elements nest, so counting finds the end of the removed one.
      if (tag.close) removedDepth = Math.max(0, removedDepth - 1)
      else if (!tag.selfClose) removedDepth++
    } else clean += tag.clean
  }
  return removedDepth ? undefined : clean
}

type Tag = { name: string; close: string; selfClose: string; end: number; clean: string }

function readTag(text: string, start: number): Tag | undefined {
  const [opening, close = '', name = ''] = matchAt(TAG_START, text, start) ?? []
  if (!opening) return undefined
  let at = start + opening.length
  let clean = opening
  for (;;) {
    const [attribute, attributeName = '', double, single] = matchAt(ATTRIBUTE, text, at) ?? []
    if (!attribute) break
    at += attribute.length
    const isUnsafe = isUnsafeAttribute(attributeName.toLowerCase(), double ?? single ?? '')
    clean += isUnsafe ? /^\s*/.exec(attribute)?.[0] : attribute
  }
  const [ending, selfClose = ''] = matchAt(TAG_END, text, at) ?? []
  return ending ? { name, close, selfClose, end: at + ending.length, clean: clean + ending } : undefined
}

function matchAny(patterns: RegExp[], text: string, at: number): string | undefined {
  for (const pattern of patterns) {
    const [match] = matchAt(pattern, text, at) ?? []
    if (match) return match
  }
  return undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function isDrawing(name: string): boolean {
  return DRAWING_ELEMENTS.has(name.toLowerCase().replace(/^svg:/, ''))
}

function isUnsafeAttribute(name: string, value: string): boolean {
  if (name.startsWith('on')) return true
  if (name === 'href' || name.endsWith(':href')) return value !== '' && !SAFE_LINK.test(value)
  if (name.startsWith('xmlns'))
    // With an entity, a namespace is another one than it seems to be.
    return value.includes('&') || DRAWING_NAMESPACE.test(value) !== (name === 'xmlns' || name === 'xmlns:svg')
  return false
}
