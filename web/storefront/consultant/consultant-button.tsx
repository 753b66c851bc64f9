import { lazy, Suspense, useState } from 'react'
import { href } from 'react-router'

// Most visitors never open the consultant, so its code loads on first use.
const ConsultantDialog = lazy(() => import('./consultant-dialog.tsx'))

/**
 * Without scripts, the button leads to a page with the same recommendations. It covers no text: beside the page where the
 * margin is wide enough, and else over the picture around it.
 */
export function ConsultantButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <form
        action={href('/consultant')}
        className="sticky bottom-6 z-30 mb-6 ml-(--spacing-gutter) self-end justify-self-start xl:fixed xl:right-[max(0.5rem,calc((var(--spacing-gutter)-3rem)/2))] xl:m-0"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <button
          type="submit"
          aria-haspopup="dialog"
          className="group flex h-12 px-3.25 cursor-pointer items-center justify-center rounded-full border border-transparent bg-ink text-small text-white transition-colors hover:bg-rosewood"
        >
          <MirrorIcon />
          <span className={LABEL}>AI Beauty Consultant</span>
        </button>
      </form>
      <Suspense>{open && <ConsultantDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

// Beside the icon on hover and focus only, so that the button covers little of the page.
const LABEL =
  'max-w-0 overflow-hidden whitespace-nowrap transition-[max-width] pointer-fine:group-hover:max-w-48 pointer-fine:group-hover:pl-3 group-focus-visible:max-w-48 group-focus-visible:pl-3'

function MirrorIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
    >
      <ellipse cx="10" cy="7.5" rx="5" ry="6" />
      <path d="M10 13.5V19M7 19h6M7.8 6.2 10.6 3.6" />
    </svg>
  )
}
