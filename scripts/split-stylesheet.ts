import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss'
import type { StyleRule } from '../server/react-router/page-styles.ts'

const BLOCKS = new Set(['layer', 'media', 'supports', 'container'])
// What no page needs for its first paint: the whole stylesheet brings it.
const LATER_MEDIA = /\(hover: ?hover\)/
const LATER_SELECTOR =
  /:hover|:active|:popover-open|::backdrop|:-moz-|::(file-selector-button|view-transition|-webkit-(date|calendar|inner|outer))/

/** Splits the stylesheet into the parts that a page can include or leave out. */
export function splitStylesheet(css: string): StyleRule[] {
  const root = postcss.parse(css)
  const layers = new Set<string>()
  const animations = new Set<string>()
  root.walkAtRules((rule) => {
    if (rule.name === 'layer') for (const layer of rule.params.split(',')) layers.add(layer.trim())
    if (rule.name === 'keyframes') animations.add(rule.params)
  })
  const rules = splitNodes(root.nodes, [], animations)
  // The order of layers counts, and a page may lack the first rule of one.
  return [{ within: [], css: `@layer ${[...layers].join(',')};`, uses: [] }, ...rules]
}

function splitNodes(nodes: ChildNode[], within: string[], animations: Set<string>): StyleRule[] {
  return nodes.flatMap((node): StyleRule[] => {
    if (node.type === 'rule') return splitRule(node, within, animations)
    if (node.type !== 'atrule') return []
    if (node.nodes && BLOCKS.has(node.name)) {
      // The layer `properties` has initial values for old browsers.
      if (node.params === 'properties' || (node.name === 'media' && LATER_MEDIA.test(node.params))) return []
      return splitNodes(node.nodes, [...within, `@${node.name} ${node.params}`], animations)
    }
    if (node.name === 'layer') return []
    const css = String(node) + (node.nodes ? '' : ';')
    const isWebFont = node.name === 'font-face' && css.includes('url(')
    return [{ within, css, uses: [], ...(isWebFont && { isWebFont }), ...declarationOf(node) }]
  })
}

function declarationOf({ name, params }: AtRule): Pick<StyleRule, 'declares'> {
  return name === 'property' || name === 'keyframes' ? { declares: params } : {}
}

function splitRule(rule: Rule, within: string[], animations: Set<string>): StyleRule[] {
  const isTheme = within.at(-1) === '@layer theme'
  if (isTheme)
    return rule.nodes.flatMap((node) =>
      node.type === 'decl'
        ? [
            {
              within: [...within, rule.selector],
              css: `${node};`,
              uses: usedNames(node.value, animations),
              declares: node.prop,
            },
          ]
        : [],
    )
  if (rule.selectors.every((selector) => LATER_SELECTOR.test(selector))) return []
  const css = String(rule)
  const alternatives = rule.selectors.map(requiredClasses)
  const classes = alternatives.every((names) => names.length) ? alternatives : undefined
  return [{ within, css, classes, uses: usedNames(css, animations) }]
}

function usedNames(css: string, animations: Set<string>): string[] {
  const words = css.match(/[\w-]+/g) ?? []
  return [...new Set(words.filter((word) => word.startsWith('--') || animations.has(word)))]
}

/** Leaves out what a selector excludes or offers as a choice: such a rule is included too often, never too rarely. */
function requiredClasses(selector: string): string[] {
  const required = selector.replaceAll(
    /:not\([^()]*(\([^()]*\))*[^()]*\)|:(is|where|has)\([^()]*,[^()]*\)/g,
    '',
  )
  return Array.from(required.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/gi), ([, name = '']) =>
    withoutEscapes(name),
  )
}

function withoutEscapes(name: string): string {
  return name.replaceAll(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code, character) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  )
}
