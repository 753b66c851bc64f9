import { useState } from 'react'
import { href } from 'react-router'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'

/** Asks for confirmation if scripts run. */
export function RemoveMethod({ id, title }: { id: string; title: string }) {
  const action = href('/profile/payment-methods/:id/removal', { id })
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <ActionForm
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          setConfirming(true)
        }}
      >
        <TextButton className="text-small">
          Remove<span className="sr-only"> {title}</span>
        </TextButton>
      </ActionForm>
      {isConfirming && (
        <Dialog title="Remove this payment method?" onClose={() => setConfirming(false)}>
          <p className="mt-4">{title} will no longer be offered when you check out.</p>
          <div className="mt-8 flex flex-wrap gap-4">
            <ActionForm action={action} preventScrollReset onSubmit={() => setConfirming(false)}>
              <Button type="submit">Yes, Remove It</Button>
            </ActionForm>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              Keep It
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
