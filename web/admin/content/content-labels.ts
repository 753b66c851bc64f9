import type { ContentKind, ContentStatus } from '#core/content/content.ts'
import type { Option } from '#web/ui/fields/options.tsx'

export const KIND_LABELS: Record<ContentKind, string> = {
  home: 'Home page',
  page: 'Page',
  post: 'Journal post',
}

export const STATUS_LABELS: Record<ContentStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  changed: 'Published, with a newer draft',
}

export const STATUS_TONES = {
  draft: 'attention',
  scheduled: 'attention',
  published: 'success',
  changed: 'success',
} as const satisfies Record<ContentStatus, string>

export const CONTENT_FILTERS: Option[] = [
  ['', 'All'],
  ['published', 'Published'],
  ['changed', 'Newer draft'],
  ['draft', 'Draft'],
  ['scheduled', 'Scheduled'],
]

export const CONTENT_SCOPE = {
  label: 'Kind',
  filters: [
    ['', 'Everything'],
    ['page', 'Pages'],
    ['post', 'Journal'],
    ['home', 'Home page'],
  ] satisfies Option[],
}
