import { useFetcher, useNavigation } from 'react-router'
import { useFormKey } from '#web/forms/action-form.tsx'

export function useIsBusy(): boolean {
  const { state } = useFetcher({ key: useFormKey() })
  return useNavigation().state === 'submitting' || state !== 'idle'
}
