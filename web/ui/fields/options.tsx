export type Option = readonly [value: string, text: string, isDisabled?: boolean]

export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, text, isDisabled]) => (
    <option key={value} value={value} disabled={isDisabled}>
      {text}
    </option>
  ))
}
