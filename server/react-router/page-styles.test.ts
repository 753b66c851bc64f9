import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { splitStylesheet } from '#scripts/split-stylesheet.ts'
import { applyEdits } from './page-edits.ts'
import { inlineStylesOf } from './page-styles.ts'

const HREF = '/assets/root-1.css'
const LINK = `<link rel="stylesheet" href="${HREF}"/>`

function inlineStyles(css: string, body = '') {
  const page = `<head>${LINK}</head><body>${body}</body>`
  const { edits, hashes } = inlineStylesOf({ href: HREF, rules: splitStylesheet(css) })(page)
  const html = applyEdits(page, edits).join('')
  return { html, hashes, css: /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '' }
}

test.each([
  ['a class of the page', '.p-4{padding:1rem}', '<p class="m-0 p-4">'],
  ['escaped characters', '.md\\:w-\\[27rem\\]{width:27rem}', '<p class="md:w-[27rem]">'],
  ['a code point', '.\\32xl{width:1px}', '<p class="2xl">'],
  ['entities', '.\\[\\&\\>p\\]\\:m-0>p{margin:0}', '<p class="[&amp;&gt;p]:m-0">'],
  ['one of several selectors', '.other,.p-4{padding:1rem}', '<p class="p-4">'],
  ['an ancestor’s class', '.group[open] .p-4{padding:1rem}', '<a class="group"><p class="p-4">'],
  ['an excluded class', '.p-4:not(.m-0){padding:1rem}', '<p class="p-4">'],
  ['a choice of classes', '.p-4:is(.open,.shown){padding:1rem}', '<p class="p-4">'],
  ['a class inside :where', ':where(.gap>:not(:last-child)){margin:1px}', '<p class="gap">'],
  ['elements', 'h1,h2{margin:0}', ''],
  ['print', '@media print{.p-4{padding:0}}', '<p class="p-4">'],
  ['a rule in blocks', '@media (width>=64rem){@supports (gap:1px){.p-4{padding:0}}}', '<p class="p-4">'],
])('a page has the rules for %s', (_, css, body) => {
  expect(inlineStyles(css, body).css).toContain(css)
})

test.each([
  ['.p-8{padding:2rem}', '<p class="p-4">'],
  ['.group[open] .p-4{padding:1rem}', '<p class="p-4">'],
  ['.p-4:hover{padding:1rem}', '<p class="p-4">'],
  ['@media (hover:hover){.p-4{padding:0}}', '<p class="p-4">'],
  ['.p-4{padding:1rem}', '<p>class p-4</p>'],
])('but not %s', (css, body) => {
  expect(inlineStyles(css, body).css).not.toContain(css)
})

test('properties and animations come with the rules that use them', () => {
  const css =
    '@layer theme{:root{--base:4px;--unused:1px;--spin:turn 1s linear}}.p-4{padding:calc(var(--gap)*4)}.spin{animation:var(--spin)}@property --gap{syntax:"*";inherits:false}@keyframes turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}'
  const spinning = inlineStyles(css, '<p class="spin">').css
  expect(spinning).toContain('@layer theme{:root{--spin:turn 1s linear;}}')
  expect(spinning).toContain('@keyframes turn')
  expect(spinning).not.toMatch(/--base|--gap|fade/)
  expect(inlineStyles(css, '<p class="p-4">').css).toContain('@property --gap')
})

test('layers stay in order, and blocks are shared', () => {
  const css =
    '@layer base{p{margin:0}}@layer utilities{.p-4{padding:1rem}@media (width>=64rem){.p-4{padding:0}}}'
  expect(inlineStyles(css, '<p class="p-4">').css).toBe(`@layer base,utilities;${css}`)
  expect(inlineStyles('@layer a,b;@layer b{.x{top:0}}@layer a{p{top:1px}}').css).toBe(
    '@layer a,b;@layer a{p{top:1px}}',
  )
})

test('the whole stylesheet follows without blocking, and at once without scripts', () => {
  const { html, hashes, css } = inlineStyles('p{content:"$&"}')
  expect(html).toContain(`</style><link rel="deferred" href="${HREF}" data-deferred=""/>`)
  expect(html).toContain(`<noscript>${LINK}</noscript>`)
  expect(css).toContain('p{content:"$&"}')
  expect(hashes).toEqual([`'sha256-${hash('sha256', css, 'base64')}'`])
})

test('web fonts wait for the first paint, their fallbacks do not', () => {
  const webFont = '@font-face{font-family:Rose;src:url(/assets/rose.woff2)}'
  const fallback = '@font-face{font-family:Rose Fallback;src:local(Arial)}'
  const { html, css, hashes } = inlineStyles(webFont + fallback)
  expect(css).toContain(fallback)
  expect(css).not.toContain(webFont)
  expect(html).toContain(`<style media="not all" data-deferred="">${webFont}</style>`)
  expect(hashes).toContain(`'sha256-${hash('sha256', webFont, 'base64')}'`)
})

test('the link is replaced with its nonce', () => {
  const inline = inlineStylesOf({ href: HREF, rules: splitStylesheet('p{margin:0}') })
  const page = `<link rel="icon"/><link nonce="n0nce" rel="stylesheet" href="${HREF}"/><p>Rose</p>`
  const html = applyEdits(page, inline(page).edits).join('')
  expect(html).toMatch(/^<link rel="icon"\/><style>.*p\{margin:0\}<\/style>.*<p>Rose<\/p>$/)
  expect(html).not.toContain('nonce')
})

test('a page without the stylesheet is unchanged', () => {
  const inline = inlineStylesOf({ href: HREF, rules: splitStylesheet('p{margin:0}') })
  expect(inline('<p>Rose</p>')).toEqual({ edits: [], hashes: [] })
})
