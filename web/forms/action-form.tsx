import type { ComponentProps } from 'react'
import { Form, useFetcher, useLocation } from 'react-router'
import type { FormResult } from './form-result.ts'

type Props = Omit<ComponentProps<typeof Form>, 'action'> & {
  /** The form's own URL. With a query, it replaces the page's. */
  action: string
}

/**
 * Posts without leaving the page. Before scripts load, a refused form shows the page at the form's URL. With
 * `navigate`, it does so with scripts too, and asks first if the page has unsaved changes.
 */
export function ActionForm({ action, ...props }: Props) {
  const { search } = useLocation()
  return (
    <Form
      method="post"
      action={action.includes('?') ? action : action + search}
      navigate={false}
      fetcherKey={useFormKey()}
      {...props}
    />
  )
}

/** The result of the form that was last submitted on this page. */
export function usePageResult<Result extends FormResult>(actionData: Result | undefined): Result | undefined {
  const { data } = useFetcher({ key: useFormKey() })
  return data ?? actionData
}

/** Results belong to a visit: they go away with the next navigation. */
function useFormKey(): string {
  return `form ${useLocation().key}`
}
