import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss'
import type { StyleRule } from '../server/http/pages/page-styles.ts'

const BLOCKS = new Set(['layer', 'media', 'supports', 'container'])

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
      // Initial values for old browsers, which the whole stylesheet brings.
      if (node.params === 'properties') return []
      return splitNodes(node.nodes, [...within, `@${node.name} ${node.params}`], animations)
    }
    if (node.name === 'layer') return []
    return [{ within, css: String(node) + (node.nodes ? '' : ';'), uses: [], ...declarationOf(node) }]
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
