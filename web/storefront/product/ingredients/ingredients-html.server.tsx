import { renderToStaticMarkup } from 'react-dom/server'
import type { ProductLabel } from '#core/ingredients/formulas/stored-label.server.ts'
import { toIngredientList } from './ingredient-list.ts'
import { ProductIngredients } from './product-ingredients.tsx'

/** Only the server renders it, because its scripts would be a seventh of those of the page. The browser does the rest. */
export function ingredientsHtml(label: ProductLabel | null, names: string[]): string {
  return renderToStaticMarkup(<ProductIngredients list={label && toIngredientList(label)} names={names} />)
}
