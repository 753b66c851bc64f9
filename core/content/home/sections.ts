/** What the home page shows below its hero, in the usual order. */
export const HOME_SECTIONS = ['offers', 'products', 'story', 'categories', 'tiles'] as const
export type HomeSection = (typeof HOME_SECTIONS)[number]

/** Before sections could be moved. */
export const FORMER_SECTIONS: HomeSection[] = ['offers', 'products', 'categories', 'tiles', 'story']

/** The others keep their order. */
const MOVABLE_SECTIONS: HomeSection[] = ['story', 'categories']

export const isMovable = (section: HomeSection): boolean => MOVABLE_SECTIONS.includes(section)

export const SECTION_ORDER_HINT =
  'List each section once, with offers before products, and products before tiles.'

export function isSectionOrder(order: HomeSection[]): boolean {
  const fixed = (sections: readonly HomeSection[]) => sections.filter((section) => !isMovable(section)).join()
  return (
    new Set(order).size === HOME_SECTIONS.length &&
    order.length === HOME_SECTIONS.length &&
    fixed(order) === fixed(HOME_SECTIONS)
  )
}

/** The first and the last one stay where they are. */
export function moveSection(order: HomeSection[], section: HomeSection, steps: 1 | -1): HomeSection[] {
  const from = order.indexOf(section)
  const to = from + steps
  if (!order[to]) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, section)
}
