import { useRef } from 'react'
import { formatLines, MAX_HERO_NOTE } from '#core/ingredients/formulas/formula.ts'
import type { StoredFormula } from '#core/ingredients/formulas/formulas.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { HERO_FIELDS, shadeField } from './formula-fields.ts'
import type { FormulaResult } from './formula-forms.ts'
import { FormulaPreview } from './formula-preview.tsx'

type Props = {
  action: string
  formula: StoredFormula | undefined
  /** Of its own, not of its family. */
  version: number
  /** Of a family: its products. */
  shades: { id: string; name: string }[]
}

const USES: [string, string][] = [
  ['leave-on', 'Stays on skin, hair, or lips'],
  ['rinse-off', 'Is rinsed off'],
]
/** How long typing has to pause before the preview follows. In milliseconds. */
const PAUSE = 600

export function FormulaForm({ action, formula, version, shades }: Props) {
  const { preview, previewProblem } = usePageResult<FormulaResult>() ?? {}
  const previewButton = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const previewSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => previewButton.current?.click(), PAUSE)
  }
  const { lines = [], heroes = [] } = formula ?? {}
  const colorants = lines.filter(({ mayContain }) => mayContain)
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_24rem]">
      <ActionForm
        action={action}
        buttonActions={[`${action}/preview`]}
        noValidate
        onInput={previewSoon}
        onSubmit={() => clearTimeout(timer.current)}
        className="max-w-3xl space-y-8"
      >
        <input type="hidden" name="version" value={version} />
        <TextareaField
          label="Ingredients"
          name="lines"
          rows={9}
          defaultValue={formatLines(lines.filter(({ mayContain }) => !mayContain))}
          hint="In descending order, with percentages where you know them: Aqua 70%, Glycerin 5%, Parfum. Shoppers don’t see percentages. You can paste a list from a label."
        />
        <Select
          label="Use"
          name="use"
          options={USES}
          defaultValue={formula?.leaveOn === false ? 'rinse-off' : 'leave-on'}
        />
        <TextareaField
          label="May contain"
          name="mayContain"
          rows={2}
          defaultValue={formatLines(colorants)}
          hint="Colorants that not all shades have, such as CI 77491, CI 77492."
        />
        {shades.length > 0 && (
          <fieldset className="space-y-4">
            <legend className="font-display text-name">Colorants of each shade</legend>
            <p className="text-ink-soft">
              A shade’s page lists its own colorants. Colorants that no shade is given may be in each.
            </p>
            {shades.map(({ id, name }) => (
              <Field
                key={id}
                label={name}
                name={shadeField(id)}
                defaultValue={colorants
                  .filter(({ productIds }) => productIds.includes(id))
                  .map((line) => line.name)
                  .join(', ')}
              />
            ))}
          </fieldset>
        )}
        <fieldset className="space-y-4">
          <legend className="font-display text-name">Hero ingredients</legend>
          <p className="text-ink-soft">
            Up to three of the list that the page points out, each with a short sentence.
          </p>
          {HERO_FIELDS.map((field, i) => (
            <div key={field} className="grid gap-x-6 gap-y-2 sm:grid-cols-[1fr_2fr]">
              <Field label={`Hero ${i + 1}`} name={field} defaultValue={heroes[i]?.name ?? ''} />
              <Field
                label="Why it is there"
                name={`${field}Note`}
                maxLength={MAX_HERO_NOTE}
                defaultValue={heroes[i]?.note ?? ''}
              />
            </div>
          ))}
          <HeroProblem />
        </fieldset>
        <Field
          label="Applies from"
          name="validFrom"
          type="date"
          hint="Empty: as soon as you save. A day begins at midnight UTC."
          defaultValue={formula?.pending ? formula.validFrom.toISOString().slice(0, 10) : ''}
        />
        <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
          <SubmitButton>Save formula</SubmitButton>
          <Button ref={previewButton} type="submit" variant="secondary" formAction={`${action}/preview`}>
            Preview
          </Button>
        </div>
      </ActionForm>
      <FormulaPreview preview={preview} problem={previewProblem} />
    </div>
  )
}

function HeroProblem() {
  const problem = usePageResult<FormulaResult>()?.fields?.heroes
  return problem ? <p className="text-rosewood text-small">{problem}</p> : null
}
