import { z } from 'zod'
import { isCasNumber, isEcNumber } from './registry-numbers.ts'
import { FUNCTION_NAMES, ORIGINS, TRAIT_NAMES } from './substance.ts'

/** That the owner added. */
export const MAX_OWN_SUBSTANCES = 5000

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine((value) => !/\p{Cc}/u.test(value), 'Use one line.')

const lines = (maxLength: number) =>
  z
    .array(text(maxLength))
    .max(40, 'Use at most 40 lines.')
    .transform((values) => [...new Set(values.filter(Boolean))])

/** Names the number that is wrong. */
const numbers = (isValid: (number: string) => boolean, kind: string) =>
  lines(20).superRefine((values, check) => {
    const wrong = values.find((number) => !isValid(number))
    if (wrong !== undefined)
      check.addIssue({ code: 'custom', message: `“${wrong}” isn’t ${kind}. Check its digits.` })
  })

const choices = <Name extends string>(names: readonly Name[]) =>
  z.array(z.enum(names)).transform((values) => names.filter((name) => values.includes(name)))

export const SubstanceDraft = z.object({
  name: text(200).min(1, 'Enter the INCI name.'),
  synonyms: lines(200).default([]),
  cas: numbers(isCasNumber, 'a CAS number such as 56-81-5').default([]),
  ec: numbers(isEcNumber, 'an EC number such as 200-289-5').default([]),
  functions: choices(FUNCTION_NAMES).default([]),
  origins: choices(ORIGINS).default([]),
  traits: choices(TRAIT_NAMES).default([]),
  description: text(500).default(''),
  /** With the name, the only field that can't be changed of a built-in one. */
  labeledAs: text(200)
    .nullable()
    .default(null)
    .transform((name) => name || null),
})
export type SubstanceDraft = z.infer<typeof SubstanceDraft>
