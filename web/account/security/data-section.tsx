import { href, useNavigate } from 'react-router'
import { PageForm } from '#web/forms/page-form.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { SecuritySection } from './security-section.tsx'

const SECURITY_PATH = href('/profile/security')
const DELETE_ACCOUNT_PATH = `${SECURITY_PATH}?ask=delete`

export function DataSection({ isDeleteDialogOpen }: { isDeleteDialogOpen: boolean }) {
  return (
    <SecuritySection
      id="data"
      title="Your data"
      lead="Download a copy of everything we store about you, or delete your account."
    >
      <p className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <ButtonLink variant="secondary" to={href('/profile/data')} reloadDocument download>
          Download My Data
        </ButtonLink>
        <ActionLink to={DELETE_ACCOUNT_PATH} preventScrollReset className="text-rosewood text-small">
          Delete My Account
        </ActionLink>
      </p>
      {isDeleteDialogOpen && <DeleteAccountDialog />}
    </SecuritySection>
  )
}

function DeleteAccountDialog() {
  const navigate = useNavigate()
  const close = () => void navigate(SECURITY_PATH, { preventScrollReset: true })
  return (
    <Dialog title="Delete your account?" onClose={close}>
      <p className="mt-4 text-ink-soft text-small">
        Your profile, addresses, and settings will be permanently deleted. We keep the amounts of your orders,
        without your name.
      </p>
      <PageForm action={href('/profile/security/deletion')}>
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          hint="Leave this blank if you always sign in with Google."
        />
        <p className="flex flex-wrap gap-4">
          <Button type="submit" className="bg-rosewood!">
            Delete My Account
          </Button>
          <ButtonLink variant="secondary" to={SECURITY_PATH} preventScrollReset>
            Keep My Account
          </ButtonLink>
        </p>
      </PageForm>
    </Dialog>
  )
}
