import { z } from 'zod'
import { FAMILY_OPTIONS, OPTION_DISPLAYS, type OptionSettings } from './family-options.ts'

export const OptionSettingsSchema: z.ZodType<OptionSettings> = z.partialRecord(
  z.enum(FAMILY_OPTIONS),
  z.strictObject({
    name: z.string().trim().max(40, 'Use at most 40 characters.').default(''),
    display: z.enum(OPTION_DISPLAYS).default('button'),
  }),
)
