import type { ComponentProps } from 'react'
import { Form, useActionData, useFetcher, useLocation } from 'react-router'
import { FormStateProvider } from '../ui/fields/form-state.ts'
import type { FormResult } from './form-result.ts'

type Props = Omit<ComponentProps<typeof Form>, 'action'> & {
  /** The form's own URL. With a query, it replaces the page's. Without one, the form belongs to the page. */
  action?: string
  /** The URLs of its buttons with a `formAction`. Their results belong to the form too. */
  buttonActions?: string[]
}

/**
 * Posts without leaving the page. Before scripts load, a refused form shows the page at the form's URL. With
 * `navigate`, it does so with scripts too, and asks first if the page has unsaved changes.
 */
export function ActionForm({ action, buttonActions = [], ...props }: Props) {
  const { search } = useLocation()
  const fetcherKey = useFormKey()
  const target = action && {
    action: action.includes('?') ? action : action + search,
    navigate: false,
    fetcherKey,
  }
  return (
    <FormStateProvider value={useOwnResult(action, ...buttonActions)}>
      <Form method="post" {...target} {...props} />
    </FormStateProvider>
  )
}

/** The result of the form with this URL, if it was submitted last. */
export function useOwnResult(action: string | undefined, ...buttonActions: string[]): Partial<FormResult> {
  const result = usePageResult()
  if (!result || !action) return result ?? {}
  return [action, ...buttonActions].some((url) => url.split('?')[0] === result.action) ? result : {}
}

/** The result of the form that was last submitted on this page. */
export function usePageResult<Result extends FormResult>(): Result | undefined {
  const actionData = useActionData<Result>()
  const { data } = useFetcher({ key: useFormKey() })
  return data ?? actionData
}

/** Results belong to a visit: they go away with the next navigation. */
export function useFormKey(): string {
  return `form ${useLocation().key}`
}
