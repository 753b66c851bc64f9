import { useCallback } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import type { Profile, Role } from '#core/accounts/account.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'

type Props = { profile: Profile; role: Role; error: string | undefined }

/** Rendered by the server after a role was chosen, so it works without scripts. */
export function ConfirmRoleChange({ profile: { id, email }, role, error }: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const to = pathname + search
  // A new function would reopen the dialog on every render, which moves the focus.
  const close = useCallback(
    () => void navigate(to, { replace: true, preventScrollReset: true }),
    [navigate, to],
  )
  return (
    <Dialog
      title={role === 'admin' ? 'Make this user an administrator?' : 'Remove this administrator?'}
      onClose={close}
    >
      <p className="mt-4">
        {role === 'admin'
          ? `${email} will be able to view and change everything in the back office.`
          : `${email} will no longer be able to open the back office.`}{' '}
        We’ll email all administrators.
      </p>
      <Form method="post" preventScrollReset noValidate className="mt-6 space-y-6">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="role" value={role} />
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={error}
        />
        <div className="flex items-center gap-6">
          <SubmitButton>Change role</SubmitButton>
          <ActionLink to={to} replace preventScrollReset>
            Cancel
          </ActionLink>
        </div>
      </Form>
    </Dialog>
  )
}
