import type { ComponentProps } from 'react'
import { ActionForm } from './action-form.tsx'

/** A form on a page for shoppers. `noValidate`, because all messages come from the server. */
export function PageForm({ className = '', ...form }: ComponentProps<typeof ActionForm>) {
  return <ActionForm noValidate className={`mt-8 space-y-7 ${className}`} {...form} />
}
