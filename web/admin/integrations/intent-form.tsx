import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { usePageResult } from '#web/forms/action-form.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { FormStateProvider } from '#web/ui/fields/form-state.ts'

type Props = {
  /** Names the form among those of its page. */
  intent: string
  hidden?: Record<string, string | number>
  className?: string
  children: ReactNode
}

export function IntentForm({ intent, hidden = {}, className, children }: Props) {
  return (
    <FormStateProvider value={useIntentResult(intent)}>
      <Form method="post" preventScrollReset noValidate className={className}>
        {Object.entries({ intent, ...hidden }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
    </FormStateProvider>
  )
}

/** The result of the form with this intent, if it was submitted last. */
export function useIntentResult(intent: string): Partial<FormResult> {
  const result = usePageResult()
  return result?.values?.intent === intent ? result : {}
}
