import { InlineNotice } from '../ui/inline-notice.tsx'
import type { Notice } from '../ui/toast/toast.tsx'
import { usePageResult } from './action-form.tsx'
import { useFormResult } from './use-form-result.ts'

/** Shows the result of the page's forms: as a toast, and here if it came with the page or has to stay. Once per page. */
export function FormNotice({ className, fallback }: { className: string; fallback?: Notice }) {
  const result = usePageResult()
  const { notice, isSilent } = useFormResult(result)
  return <InlineNotice notice={result ? notice : fallback} isSilent={isSilent} className={className} />
}
