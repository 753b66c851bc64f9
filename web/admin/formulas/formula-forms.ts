import { invalidInput, Refusal } from '#core/errors.ts'
import type { FormulaDraft, FormulaLine, FormulaOwner } from '#core/ingredients/formulas/formula.ts'
import { type FormulaPreview, previewFormula } from '#core/ingredients/formulas/formulas.server.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { cleanLine } from '#core/ingredients/formulas/split-names.ts'
import { MAX_INCI_TEXT, parseInciList } from '#core/ingredients/parse-inci.ts'
import { type FormResult, fieldText, typedValues } from '#web/forms/form-result.ts'
import type { AdminForm } from '../admin-route.ts'
import { HERO_FIELDS, shadeField } from './formula-fields.ts'

export type FormulaResult = FormResult & { preview?: FormulaPreview; previewProblem?: string }

export const formulaForms = (kind: 'product' | 'family'): Record<string, AdminForm<FormulaResult>> => ({
  '': async ({ ctx, params: { id = '' }, form }) => {
    const owner: FormulaOwner = kind === 'family' ? { familyId: id } : { productId: id }
    const { unknown } = await saveFormula(ctx, owner, readFormula(form))
    return unknown.length ? 'formula-saved-unknown' : 'formula-saved'
  },
  preview: async ({ ctx, params: { id = '' }, form }) => {
    const result = { values: typedValues(form), status: 200 }
    try {
      const preview = await previewFormula(ctx, readFormula(form), kind === 'product' ? id : undefined)
      return { ...result, preview }
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error
      return { ...result, previewProblem: error.message }
    }
  },
})

function readFormula(form: FormData): FormulaDraft {
  const validFrom = fieldText(form, 'validFrom')
  return {
    leaveOn: fieldText(form, 'use') !== 'rinse-off',
    lines: readLines(form),
    heroes: HERO_FIELDS.flatMap((field) => {
      const name = cleanLine(fieldText(form, field))
      return name ? { name, note: cleanLine(fieldText(form, `${field}Note`)) } : []
    }),
    validFrom: validFrom ? new Date(`${validFrom}T00:00:00Z`) : null,
    version: Number(form.get('version') ?? 0),
  }
}

/** Colorants of the list and of the field below it, with the shades that have them. */
function readLines(form: FormData): FormulaLine[] {
  const entries = readList(form, 'lines')
  const colorants = readList(form, 'mayContain')
  const lines = [
    ...entries.map(({ name, percent, isNano, mayContain }) => ({ name, percent, isNano, mayContain })),
    ...colorants.map(({ name, isNano }) => ({ name, percent: null, isNano, mayContain: true })),
  ].map((line): FormulaLine => ({ ...line, name: cleanLine(line.name), productIds: [] }))
  for (const field of form.keys()) {
    if (!field.startsWith(shadeField(''))) continue
    for (const { name } of readList(form, field)) {
      const line = lines.find((each) => each.mayContain && each.name.toLowerCase() === name.toLowerCase())
      if (!line)
        throw invalidInput(field, `${name} isn’t among the colorants above. Add it there, or remove it here.`)
      line.productIds.push(field.slice(shadeField('').length))
    }
  }
  return lines
}

function readList(form: FormData, field: string) {
  const text = fieldText(form, field)
  const count = (number: number) => number.toLocaleString('en-US')
  if (text.length > MAX_INCI_TEXT)
    throw invalidInput(
      field,
      `The list has ${count(text.length)} characters. Use at most ${count(MAX_INCI_TEXT)}.`,
    )
  return parseInciList(text).entries
}
