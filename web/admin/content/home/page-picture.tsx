import type { SyntheticEvent } from 'react'
import type { AdminContent } from '#core/content/content.ts'
import { Section } from '../../ui/section.tsx'
import { previewPath } from '../preview-path.ts'

/** The saved draft in the store's own page, at a small scale, where the screen has room for it beside the fields. */
export function PagePicture({ item }: { item: AdminContent }) {
  return (
    <div className="max-xl:hidden">
      <Section title="Draft" to="?view=preview" more="Larger">
        <div className="h-[82.5rem] overflow-clip border border-hairline">
          <iframe
            key={item.version}
            src={previewPath(item)}
            title={`The draft of ${item.title}, as last saved`}
            inert
            loading="lazy"
            onLoad={fitToPage}
            className="pointer-events-none h-[300rem] w-[80rem] origin-top-left scale-[0.275] bg-paper"
          />
        </div>
      </Section>
    </div>
  )
}

const SCALE = 0.275

function fitToPage({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
  // A page is at least as high as its frame.
  frame.style.height = '0'
  const height = frame.contentDocument?.documentElement.scrollHeight
  frame.style.height = height ? `${height}px` : ''
  if (frame.parentElement) frame.parentElement.style.height = height ? `${height * SCALE}px` : ''
}
