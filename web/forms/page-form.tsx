import type { ReactNode } from 'react'
import { Form, type FormProps } from 'react-router'
import { Button } from '../ui/button.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import type { Notice } from '../ui/toast.tsx'

/** Every form of the account: one column, answered by the page's own address, and by the server's words alone. */
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
