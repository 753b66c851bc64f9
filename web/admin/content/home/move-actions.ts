/** The ID of the page's form. Buttons outside of it submit it too. */
export const CONTENT_FORM = 'content-form'

const ACTIONS = ['up', 'down', 'remove'] as const
export type SectionAction = (typeof ACTIONS)[number]

/** Saves the draft with the section moved or removed. */
export const sectionAction = (path: string, section: string, action: SectionAction) =>
  `${path}/sections/${section}/${action}`

export const addAction = (path: string) => `${path}/sections/add`

export const sectionActions = (path: string, sections: string[]) => [
  addAction(path),
  ...sections.flatMap((section) => ACTIONS.map((action) => sectionAction(path, section, action))),
]
