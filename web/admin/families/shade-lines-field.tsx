import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

export function ShadeLinesField({ className }: { className?: string }) {
  return (
    <TextareaField
      label="Shades and sizes (one per line)"
      name="lines"
      rows={6}
      placeholder={'Mulberry, 12, #8c3a4f\nRosewood, 14, #a0525e'}
      hint="Name, code, #color, or rows copied from a spreadsheet. You can add a size (30 ml), a price ($38), and a finish."
      className={className}
    />
  )
}
