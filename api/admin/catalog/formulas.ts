import { z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import type { FormulaDraft, FormulaLine, FormulaOwner } from '#core/ingredients/formulas/formula.ts'
import {
  findFormula,
  listFormulas,
  previewFormula,
  type StoredFormula,
} from '#core/ingredients/formulas/formulas.server.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { cleanLine } from '#core/ingredients/formulas/split-names.ts'
import { InciEntry, Statement, toInciEntry } from '../../catalog/product-ingredients.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const Line = z.strictObject({
  inci_name: z
    .string()
    .trim()
    .min(1)
    .describe(
      'An INCI name or a synonym. One that the dictionary doesn’t have is stored, and returned in `unknown`.',
    ),
  percent: z.number().min(0).nullable().optional().describe('Of the product’s weight, if you know it'),
  nano: z.boolean().optional(),
})
const Colorant = z.strictObject({
  inci_name: z.string().trim().min(1),
  product_ids: z
    .array(z.string().max(64))
    .max(500)
    .optional()
    .describe('The products of the family that have it. Empty: any may.'),
})
const FormulaInput = z.strictObject({
  leave_on: z
    .boolean()
    .describe('Whether it stays on the skin. Products that are rinsed off have higher limits for allergens.'),
  lines: z.array(Line).describe('In descending order of weight down to 1%. At most 500'),
  may_contain: z
    .array(z.union([z.string().trim().min(1), Colorant]))
    .optional()
    .describe('Colorants of which each product of a family has only some'),
  heroes: z
    .array(z.strictObject({ inci_name: z.string(), note: z.string().default('') }))
    .optional()
    .describe('Up to three ingredients of the list that the page points out. Without them, there are none.'),
  valid_from: z.iso.datetime({ offset: true }).optional().describe('Defaults to now'),
  version: z
    .int()
    .optional()
    .describe('The latest version that you read, or 0. If there is a later one, the request fails with 409.'),
})

const StoredLine = z.object({
  inci_name: z.string(),
  percent: z.number().nullable(),
  nano: z.boolean(),
  known: z.boolean().describe('Whether the dictionary has it'),
})
const FormulaResponse = z
  .object({
    id: z.string(),
    version: z.int(),
    of_family: z.boolean().describe('Whether the products of a family share it'),
    leave_on: z.boolean(),
    valid_from: z.iso.datetime(),
    pending: z.boolean().describe('Whether it applies from a later day'),
    created_at: z.iso.datetime(),
    lines: z.array(StoredLine),
    may_contain: z.array(StoredLine.extend({ product_ids: z.array(z.string()) })),
    heroes: z.array(z.object({ inci_name: z.string(), note: z.string() })),
  })
  .openapi('Formula')
const Saved = z
  .object({
    version: z.int(),
    unknown: z.array(z.string()).describe('Names that the dictionary doesn’t have'),
  })
  .openapi('SavedFormula')
const Versions = z.object({ data: z.array(FormulaResponse) })
const Preview = z
  .object({
    inci: z.array(InciEntry),
    statements: z.array(Statement),
    traces: z.array(z.string()).describe('Allergens below the amount that the label has to name'),
    unknown: z.array(z.string()),
  })
  .openapi('FormulaPreview')

const byId = { params: z.object({ id: z.string().max(64) }) }
const TAGS = [
  ['products', 'a product', 'Those of its family, if it has none of its own.'],
  ['families', 'a family', 'Its products share them.'],
] as const

const routesOf = ([path, subject, note]: (typeof TAGS)[number]) => ({
  read: defineRoute('Admin', 'get', `/admin/${path}/{id}/formula`, {
    access: 'products.view',
    summary: `Read the latest formula of ${subject}`,
    request: byId,
    responses: { 200: jsonResponse(FormulaResponse, 'The formula'), ...errorResponses(404) },
  }),
  versions: defineRoute('Admin', 'get', `/admin/${path}/{id}/formula/versions`, {
    access: 'products.view',
    summary: `List the latest 50 formulas of ${subject}, newest first. ${note}`,
    request: byId,
    responses: { 200: jsonResponse(Versions, 'The formulas'), ...errorResponses(404) },
  }),
  save: defineRoute('Admin', 'put', `/admin/${path}/{id}/formula`, {
    access: 'products.edit',
    summary: `Save a new version of the formula of ${subject}. The ingredient list, filters, and statements follow from it.`,
    request: { ...byId, ...jsonBody(FormulaInput) },
    responses: { 200: jsonResponse(Saved, 'The version'), ...errorResponses(400, 404, 409) },
  }),
  preview: defineRoute('Admin', 'post', `/admin/${path}/{id}/formula/preview`, {
    access: 'products.view',
    summary: `Compute what a formula of ${subject} would say. Nothing is saved.`,
    request: { ...byId, ...jsonBody(FormulaInput) },
    responses: { 200: jsonResponse(Preview, 'Its list and statements'), ...errorResponses(400) },
  }),
})
const ofProduct = routesOf(TAGS[0])
const ofFamily = routesOf(TAGS[1])

export const productFormulas = createRouter()
  .openapi(ofProduct.read, async (c) =>
    c.json(await read(c.get('ctx'), { productId: c.req.valid('param').id }), 200),
  )
  .openapi(ofProduct.versions, async (c) =>
    c.json(await versions(c.get('ctx'), { productId: c.req.valid('param').id }), 200),
  )
  .openapi(ofProduct.save, async (c) =>
    c.json(
      await saveFormula(c.get('ctx'), { productId: c.req.valid('param').id }, toDraft(c.req.valid('json'))),
      200,
    ),
  )
  .openapi(ofProduct.preview, async (c) =>
    c.json(await preview(c.get('ctx'), c.req.valid('json'), c.req.valid('param').id), 200),
  )
export const familyFormulas = createRouter()
  .openapi(ofFamily.read, async (c) =>
    c.json(await read(c.get('ctx'), { familyId: c.req.valid('param').id }), 200),
  )
  .openapi(ofFamily.versions, async (c) =>
    c.json(await versions(c.get('ctx'), { familyId: c.req.valid('param').id }), 200),
  )
  .openapi(ofFamily.save, async (c) =>
    c.json(
      await saveFormula(c.get('ctx'), { familyId: c.req.valid('param').id }, toDraft(c.req.valid('json'))),
      200,
    ),
  )
  .openapi(ofFamily.preview, async (c) => c.json(await preview(c.get('ctx'), c.req.valid('json')), 200))

async function read(ctx: Context, owner: FormulaOwner): Promise<z.infer<typeof FormulaResponse>> {
  return toResponse(await findFormula(ctx, owner))
}

async function versions(ctx: Context, owner: FormulaOwner): Promise<z.infer<typeof Versions>> {
  return { data: (await listFormulas(ctx, owner)).map(toResponse) }
}

async function preview(
  ctx: Context,
  input: z.infer<typeof FormulaInput>,
  productId?: string,
): Promise<z.infer<typeof Preview>> {
  const { entries, ...rest } = await previewFormula(ctx, toDraft(input), productId)
  return Preview.parse({ ...rest, inci: entries.map(toInciEntry) })
}

function toDraft({
  lines,
  may_contain = [],
  heroes = [],
  ...input
}: z.infer<typeof FormulaInput>): FormulaDraft {
  const colorants = may_contain.map((each) => (typeof each === 'string' ? { inci_name: each } : each))
  return {
    leaveOn: input.leave_on,
    lines: [
      ...lines.map(({ inci_name, percent = null, nano = false }) => ({
        ...{ name: cleanLine(inci_name), percent, isNano: nano, mayContain: false, productIds: [] },
      })),
      ...colorants.map(({ inci_name, product_ids = [] }) => ({
        ...{
          name: cleanLine(inci_name),
          percent: null,
          isNano: false,
          mayContain: true,
          productIds: product_ids,
        },
      })),
    ],
    heroes: heroes.map(({ inci_name, note }) => ({ name: cleanLine(inci_name), note: cleanLine(note) })),
    validFrom: input.valid_from ? new Date(input.valid_from) : null,
    version: input.version,
  }
}

function toResponse({ familyId, lines, heroes, ...formula }: StoredFormula): z.infer<typeof FormulaResponse> {
  const toLine = ({ name, percent, isNano, isKnown }: FormulaLine & { isKnown: boolean }) => ({
    ...{ inci_name: name, percent, nano: isNano, known: isKnown },
  })
  return {
    id: formula.id,
    version: formula.version,
    of_family: familyId !== null,
    leave_on: formula.leaveOn,
    valid_from: formula.validFrom.toISOString(),
    pending: formula.pending,
    created_at: formula.createdAt.toISOString(),
    lines: lines.filter(({ mayContain }) => !mayContain).map(toLine),
    may_contain: lines
      .filter(({ mayContain }) => mayContain)
      .map((line) => ({ ...toLine(line), product_ids: line.productIds })),
    heroes: heroes.map(({ name, note }) => ({ inci_name: name, note })),
  }
}
