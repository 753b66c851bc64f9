import { useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { withParams } from '#web/ui/lists/data-table.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'

export function FileButtons({ file }: { file: { name: string; path: string; url: string } }) {
  const showToast = useToast()
  const [params] = useSearchParams()
  async function copyUrl() {
    await navigator.clipboard.writeText(new URL(file.url, location.href).href)
    showToast({ title: 'URL copied to clipboard' })
  }
  return (
    <span className="flex flex-wrap gap-x-4 max-lg:justify-end">
      <button type="button" onClick={copyUrl} className="link-line min-h-9 cursor-pointer noscript:hidden">
        Copy URL<span className="sr-only"> of {file.name}</span>
      </button>
      <Link
        to={withParams(params, { delete: file.path })}
        preventScrollReset
        className="link-line inline-flex min-h-9 items-center"
      >
        Delete<span className="sr-only"> {file.name}</span>
      </Link>
    </span>
  )
}
