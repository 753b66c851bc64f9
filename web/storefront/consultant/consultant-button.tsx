import { lazy, Suspense, useState } from 'react'
import { href } from 'react-router'

// Most visitors never open the consultant, so its code loads on first use.
const ConsultantDialog = lazy(() => import('./consultant-dialog.tsx'))

/** Without scripts, the button leads to a page with the same recommendations. */
export function ConsultantButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <form
        action={href('/consultant')}
        className="fixed right-(--spacing-gutter) bottom-6 z-30"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <button
          type="submit"
          aria-haspopup="dialog"
          className="flex min-h-12 cursor-pointer items-center gap-3 border border-transparent bg-ink px-5 text-small text-white transition-colors hover:bg-rosewood"
        >
          <MirrorIcon />
          AI Beauty Consultant
        </button>
      </form>
      <Suspense>{open && <ConsultantDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

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
