import { href, useNavigate } from 'react-router'
import type { RetainedData } from '#core/privacy/personal-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SecuritySection } from './security-section.tsx'

const SECURITY_PATH = href('/profile/security')
const DELETE_ACCOUNT_PATH = `${SECURITY_PATH}?ask=delete`
export const DOWNLOAD_DIALOG_PATH = `${SECURITY_PATH}?ask=download`

export type DataDialog = 'download' | 'delete' | null

type Props = { dialog: DataDialog; isExportReady: boolean; retained: readonly RetainedData[] }

export function DataSection({ dialog, isExportReady, retained }: Props) {
  return (
    <SecuritySection
      id="data"
      title="Your data"
      lead="Download a copy of everything we store about you, or delete your account."
    >
      <p className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <ButtonLink variant="secondary" to={DOWNLOAD_DIALOG_PATH} preventScrollReset>
          Download my data
        </ButtonLink>
        <ActionLink to={DELETE_ACCOUNT_PATH} preventScrollReset className="text-rosewood text-small">
          Delete my account
        </ActionLink>
      </p>
      {dialog === 'download' && (isExportReady ? <ExportReadyDialog /> : <ExportDialog />)}
      {dialog === 'delete' && <DeleteAccountDialog retained={retained} />}
    </SecuritySection>
  )
}

function useCloseDialog() {
  const navigate = useNavigate()
  return () => void navigate(SECURITY_PATH, { preventScrollReset: true })
}

function ExportDialog() {
  return (
    <Dialog title="Download your data" onClose={useCloseDialog()}>
      <p className="mt-4 text-ink-soft text-small">
        The file contains everything we store about you, as JSON. Please confirm first that it’s you.
      </p>
      <OwnerForm
        action={href('/profile/security/export')}
        submitLabel="Continue"
        cancel={<CancelLink>Cancel</CancelLink>}
      />
    </Dialog>
  )
}

function ExportReadyDialog() {
  return (
    <Dialog title="Your file is ready" onClose={useCloseDialog()}>
      <p className="mt-4 mb-8 text-ink-soft text-small">You can download it for the next five minutes.</p>
      <p className="flex flex-wrap gap-4">
        <ButtonLink to={href('/profile/data')} reloadDocument download>
          Download file
        </ButtonLink>
        <CancelLink>Close</CancelLink>
      </p>
    </Dialog>
  )
}

function DeleteAccountDialog({ retained }: { retained: readonly RetainedData[] }) {
  return (
    <Dialog title="Delete your account?" onClose={useCloseDialog()}>
      <p className="mt-4 text-ink-soft text-small">
        We permanently delete your profile, addresses, cart, reviews, newsletter subscription, list of
        ingredients that you avoid, sign-in methods, and settings. We’ll confirm by email. The following
        remains:
      </p>
      <ul className="mt-4 space-y-3 text-ink-soft text-small">
        {retained.map(({ what, why, howLong }) => (
          <li key={what} className="border-hairline border-t pt-3">
            {what} {why} {howLong}
          </li>
        ))}
      </ul>
      <OwnerForm
        action={href('/profile/security/deletion')}
        submitLabel="Delete my account"
        submitClassName="bg-rosewood!"
        cancel={<CancelLink>Keep my account</CancelLink>}
      />
    </Dialog>
  )
}

function CancelLink({ children }: { children: string }) {
  return (
    <ButtonLink variant="secondary" to={SECURITY_PATH} preventScrollReset className="w-full sm:w-auto">
      {children}
    </ButtonLink>
  )
}
