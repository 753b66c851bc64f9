import type { ReactNode } from 'react'
import { Form, type FormProps } from 'react-router'
import { Button } from '../ui/button.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import type { Notice } from '../ui/toast.tsx'

/** `noValidate`, because all messages come from the server. */
export function PageForm({
  notice,
  children,
  className = '',
  ...form
}: FormProps & { notice?: Notice; children: ReactNode }) {
  return (
    <>
      <InlineNotice notice={notice} className="mt-8" />
      <Form method="post" noValidate className={`mt-8 space-y-7 ${className}`} {...form}>
        {children}
      </Form>
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
