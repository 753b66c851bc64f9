const TAB =
  'border-transparent border-b text-ink-soft outline-offset-[-2px] hover:text-ink aria-[current]:border-ink aria-[current]:text-ink'

export const PAGE_TABS = {
  nav: 'relative -mx-gutter overflow-x-auto px-gutter',
  list: 'gap-x-8 border-hairline border-b',
  link: `-mb-px min-h-12 text-small ${TAB}`,
}
export const SECTION_TABS = {
  nav: 'mb-4 border-hairline border-b',
  list: '-mb-px flex-wrap gap-x-4 sm:gap-x-6',
  link: `min-h-10 ${TAB}`,
}
export const FILTER_TABS = {
  nav: 'fade-edges relative -mx-4 max-w-[100vw] overflow-x-auto px-4 md:mx-0 md:px-0',
  list: 'gap-5',
  link: `min-h-9 whitespace-nowrap ${TAB}`,
}
