import { HOME_SECTIONS, type HomeSection, isMovable } from '#core/content/home/sections.ts'

/** The ID of the page's form. Buttons outside of it submit it too. */
export const CONTENT_FORM = 'content-form'

const DIRECTIONS = ['up', 'down'] as const
type Direction = (typeof DIRECTIONS)[number]

/** Saves the draft with the section moved. */
export const moveAction = (path: string, section: HomeSection, direction: Direction) =>
  `${path}/sections/${section}/${direction}`

export const moveActions = (path: string) =>
  HOME_SECTIONS.filter(isMovable).flatMap((section) =>
    DIRECTIONS.map((direction) => moveAction(path, section, direction)),
  )
