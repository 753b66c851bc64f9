import { findAll, type Markup, textOf } from './markup.ts'

/** The first element of a tag with this name, which a label, a heading, or a legend gives it. */
export function findLandmark(root: Markup, tag: string, name: string): Markup {
  const [landmark] = findAll(root, (element) => element.tag === tag && landmarkName(root, element) === name)
  if (!landmark) throw new Error(`The page has no ${tag} ${name}`)
  return landmark
}

function landmarkName(root: Markup, element: Markup): string | undefined {
  const { 'aria-label': label, 'aria-labelledby': headingId } = element.attributes
  const isNaming = ({ tag, attributes }: Markup) =>
    headingId ? attributes.id === headingId : element.tag === 'fieldset' && tag === 'legend'
  return label ?? findAll(headingId ? root : element, isNaming).map(textOf)[0]
}

/** The texts of a part's elements of a tag, such as its headings. */
export function textsOf(part: Markup, tag: string): string[] {
  return findAll(part, (element) => element.tag === tag).map(textOf)
}

/** Where the links of a part lead. */
export function linkTargets(part: Markup, name?: string): string[] {
  return findAll(
    part,
    (element) => element.tag === 'a' && (name === undefined || textOf(element) === name),
  ).map(({ attributes }) => attributes.href ?? '')
}
