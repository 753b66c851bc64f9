import type { ReactNode } from 'react'
import { ActionForm } from './action-form.tsx'

type Props = { action: string; navigate?: boolean; className?: string; children: ReactNode }

/** A form with nothing but its button, which looks like a link. */
export function ActionButton({ action, navigate = false, className = 'min-h-11', children }: Props) {
  return (
    <ActionForm action={action} navigate={navigate} preventScrollReset>
      <button type="submit" className={`link-line cursor-pointer text-small ${className}`}>
        {children}
      </button>
    </ActionForm>
  )
}
