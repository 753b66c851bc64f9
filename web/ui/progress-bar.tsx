/** Without `appearance-none`, browsers paint the bar in their own color. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      value={value}
      max={max}
      aria-label={label}
      className="block h-1 w-full appearance-none bg-hairline forced-colors:appearance-auto [&::-moz-progress-bar]:bg-rosewood [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-rosewood"
    />
  )
}
