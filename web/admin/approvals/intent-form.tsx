import type { ReactNode } from 'react'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { FormStateProvider } from '#web/ui/fields/form-state.ts'

type Props = { action: string; intent: string; className?: string; children: ReactNode }

/** One of several forms with the same URL. */
export function IntentForm({ action, intent, className, children }: Props) {
  const result = useIntentResult(action, intent)
  return (
    <ActionForm action={action} noValidate preventScrollReset className={className}>
      <FormStateProvider value={result}>
        <input type="hidden" name="intent" value={intent} />
        {children}
      </FormStateProvider>
    </ActionForm>
  )
}

/** The result of the form with this intent, if it was submitted last. */
export function useIntentResult(action: string, intent: string): Partial<FormResult> {
  const result = useOwnResult(action)
  return result.values?.intent === intent ? result : {}
}
