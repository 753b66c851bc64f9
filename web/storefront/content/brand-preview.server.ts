import { findHome } from '#core/content/published/published-content.server.ts'
import { BrandLook } from '#core/settings/brand-settings.ts'
import { findColorProblem } from '#core/settings/palette.ts'
import { type RouterContext, requestContext } from '#web/request-context.ts'
import { loadHome } from '../home/load-home.server.ts'

/** The ID of the preview in place of a text's. */
export const BRAND_PREVIEW = 'brand'

/** Home in colors and typefaces that aren't saved. */
export async function loadBrandPreview(context: RouterContext, { searchParams }: URL) {
  const { data: look, error } = BrandLook.safeParse(readFields(searchParams))
  const problem = look ? Object.values(findColorProblem(look) ?? {})[0] : error.issues[0]?.message
  if (!look || problem) return { kind: 'problem', problem: problem ?? '' } as const
  const request = requestContext(context)
  request.look = look
  return { kind: 'home', home: await loadHome(context, findHome(request.ctx)) } as const
}

/** Named as in Settings, whose form is sent here without scripts. */
function readFields(params: URLSearchParams): Record<string, string | null> {
  return Object.fromEntries(Object.keys(BrandLook.shape).map((name) => [name, params.get(`brand.${name}`)]))
}
