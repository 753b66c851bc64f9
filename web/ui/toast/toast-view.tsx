import * as Toast from '@radix-ui/react-toast'
import { createPortal } from 'react-dom'
import { Link } from '#web/ui/link.tsx'
import type { ActiveToast } from './notice.ts'
import { findToastContainer } from './toast-container.ts'

const DURATION = 5000
const SWIPE_DISTANCE = 50

export default function ToastView({ toast, onClose }: { toast: ActiveToast; onClose: () => void }) {
  const { title, description, link, tone = 'plain' } = toast.notice
  const borderColor = tone === 'destructive' ? 'border-rosewood' : 'border-metal'
  return (
    <Toast.Provider duration={DURATION} swipeThreshold={SWIPE_DISTANCE} swipeDirection="right">
      <Toast.Root
        key={toast.id}
        // It comes at any time, and would be a stop of the Tab key before what the visitor is about to reach.
        tabIndex={-1}
        type={tone === 'destructive' ? 'foreground' : 'background'}
        onOpenChange={(open) => open || onClose()}
        className={`toast flex items-start gap-4 border-l-2 bg-ink p-4 text-white sm:p-5 ${borderColor}`}
      >
        <div className="flex grow flex-wrap items-baseline gap-x-5">
          <Toast.Title className="text-small">{title}</Toast.Title>
          {description && (
            <Toast.Description className="mt-1 w-full text-small">{description}</Toast.Description>
          )}
          {link && (
            <p className={`text-small ${description ? 'mt-2' : ''}`}>
              <Link to={link.to} className="link-line -my-2 inline-block py-2">
                {link.text}
              </Link>
            </p>
          )}
        </div>
        <Toast.Close className="label -m-2 min-h-6 cursor-pointer p-2" aria-label="Close notification">
          Close
        </Toast.Close>
      </Toast.Root>
      {createPortal(
        <Toast.Viewport className="toasts fixed right-0 bottom-0 z-50 w-full max-w-md p-3 outline-none sm:p-6" />,
        findToastContainer(),
      )}
    </Toast.Provider>
  )
}
