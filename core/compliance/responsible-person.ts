import { z } from 'zod'
import { REGION_CODES } from '#core/regions/regions.ts'

/** That a store has. */
export const MAX_RESPONSIBLE_PERSONS = 100

const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), 'Use one line.')

const isEmail = (text: string) => z.email().safeParse(text).success
const isHttpsUrl = (text: string) =>
  URL.parse(text)?.protocol === 'https:' && /^https:\/\/[^\s/]\S*$/.test(text)

const regions = z
  .array(z.enum(REGION_CODES))
  .transform((codes) => REGION_CODES.filter((code) => codes.includes(code)))

export const ResponsiblePersonDraft = z
  .object({
    name: line(200).min(1, 'Enter the name of the person or company.'),
    postalAddress: z
      .array(line(200))
      .transform((lines) => lines.filter(Boolean))
      .refine((lines) => lines.length > 0, 'Enter the postal address.')
      .refine((lines) => lines.length <= 8, 'Use at most 8 lines.'),
    electronicAddress: line(300).refine(
      (text) => isEmail(text) || isHttpsUrl(text),
      'Enter an email address, or the https:// address of a contact page.',
    ),
    /** Where they may answer for products. */
    regions,
    /** Where they answer for all products that name no other. */
    defaultRegions: regions,
  })
  .superRefine(({ regions, defaultRegions }, issues) => {
    for (const region of defaultRegions)
      if (!regions.includes(region))
        issues.addIssue({
          code: 'custom',
          path: ['defaultRegions'],
          message: `${region} isn’t one of the person’s regions. Add it to them first.`,
        })
  })
export type ResponsiblePersonDraft = z.infer<typeof ResponsiblePersonDraft>

/** What shoppers and authorities see of them. */
export const Contact = z.strictObject({
  name: z.string(),
  postalAddress: z.array(z.string()),
  electronicAddress: z.string(),
})
export type Contact = z.infer<typeof Contact>

export const contactHref = ({ electronicAddress }: Pick<Contact, 'electronicAddress'>): string =>
  electronicAddress.startsWith('https://') ? electronicAddress : `mailto:${electronicAddress}`
