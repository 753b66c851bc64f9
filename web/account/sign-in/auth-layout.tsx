import type { ReactNode } from 'react'
import { type Mood, moodPicture } from '#core/media/mood.ts'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'

type Props = { title: string; lead?: ReactNode; mood?: Mood; children: ReactNode }

export function AuthLayout({ title, lead, mood = 'fragrance', children }: Props) {
  return (
    <div className="mx-auto grid max-w-page md:-mb-section md:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)] lg:grid-cols-2">
      <div className="px-gutter pt-12 pb-4 md:min-h-[44rem] md:py-20 lg:py-24">
        <div className="max-w-[26rem]">
          <h1 className="font-display text-title">{title}</h1>
          {lead && <p className="mt-4 text-ink-soft">{lead}</p>}
          {children}
        </div>
      </div>
      <div className="relative hidden overflow-hidden md:block">
        {/* Cropped to portrait, so the picture is wider than its column. */}
        <Picture
          picture={moodPicture(mood)}
          sizes="70rem"
          className="absolute inset-0 size-full object-cover object-[81%_50%] lg:object-right min-[90rem]:object-[92%_50%]"
        />
      </div>
    </div>
  )
}

export function AuthLinks({ children }: { children: ReactNode }) {
  return <ul className="mt-10 space-y-1 border-hairline border-t pt-6 text-small">{children}</ul>
}

export function AuthLink({ to, before, children }: { to: string; before?: string; children: string }) {
  return (
    <li>
      {before && <span className="text-ink-soft">{before} </span>}
      <Link to={to} className="link-line inline-flex min-h-9 items-center">
        {children}
      </Link>
    </li>
  )
}
