/** What the home page shows below its hero in a new store, in this order. */
export const HOME_SECTIONS = ['offers', 'products', 'story', 'categories', 'tiles'] as const
export type HomeSection = (typeof HOME_SECTIONS)[number]

/** Before sections could be moved. */
export const FORMER_SECTIONS: HomeSection[] = ['offers', 'products', 'categories', 'tiles', 'story']

export const MAX_SECTIONS = 20

export const isHomeSection = (name: string): name is HomeSection =>
  HOME_SECTIONS.some((section) => section === name)

/** The first and the last one stay where they are. */
export function moveSection(order: string[], section: string, steps: 1 | -1): string[] {
  const from = order.indexOf(section)
  const to = from + steps
  if (from < 0 || !order[to]) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, section)
}

export type Schedule = { from: string | null; until: string | null }
type Scheduled = { sections: string[]; schedules: Record<string, Schedule> }

/** The sections at a time, and when that changes next. */
export function shownSections({ sections, schedules }: Scheduled, now: Date) {
  const at = now.getTime()
  const times = (name: string) => {
    const { from = null, until = null } = schedules[name] ?? {}
    return { from: from ? Date.parse(from) : -Infinity, until: until ? Date.parse(until) : Infinity }
  }
  const changes = sections
    .flatMap((name) => Object.values(times(name)))
    .filter((time) => time > at && time < Infinity)
  return {
    sections: sections.filter((name) => times(name).from <= at && at < times(name).until),
    changesAt: changes.length ? new Date(Math.min(...changes)) : undefined,
  }
}
