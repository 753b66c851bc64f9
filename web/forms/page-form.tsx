import type { ReactNode } from 'react'
import { Form, type FormProps } from 'react-router'
import { Button } from '../ui/button.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import type { Notice } from '../ui/toast.tsx'
import { ActionForm } from './action-form.tsx'

/** `noValidate`, because all messages come from the server. */
export function PageForm({
  notice,
  action,
  children,
  className = '',
  ...form
}: Omit<FormProps, 'action'> & { notice?: Notice; action?: string; children: ReactNode }) {
  const formProps = { noValidate: true, className: `mt-8 space-y-7 ${className}`, ...form, children }
  return (
    <>
      <InlineNotice notice={notice} className="mt-8" />
      {action ? <ActionForm action={action} {...formProps} /> : <Form method="post" {...formProps} />}
    </>
  )
}

export function SubmitButton({ children }: { children: string }) {
  return (
    <Button type="submit" className="w-full sm:w-auto sm:min-w-48">
      {children}
    </Button>
  )
}
