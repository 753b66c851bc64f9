export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-6 animate-spin rounded-full border border-hairline border-t-ink motion-reduce:animate-none"
    />
  )
}
