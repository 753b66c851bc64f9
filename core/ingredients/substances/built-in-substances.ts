import type { Substance } from '../substance.ts'
import { ACIDS } from './acids.ts'
import { ACTIVES } from './actives.ts'
import { ADDED_ALLERGENS } from './allergens/added-allergens.ts'
import { EARLIER_ALLERGENS } from './allergens/earlier-allergens.ts'
import { BOTANICALS } from './botanicals.ts'
import { COLORANTS } from './colorants.ts'
import { EMOLLIENTS } from './emollients.ts'
import { HUMECTANTS } from './humectants.ts'
import { MINERALS } from './minerals.ts'
import { OILS_AND_BUTTERS } from './oils-and-butters.ts'
import { POLYMERS } from './polymers.ts'
import { PRESERVATIVES } from './preservatives.ts'
import { PROTEINS } from './proteins.ts'
import { SILICONES } from './silicones.ts'
import { SOLVENTS } from './solvents.ts'
import { SURFACTANTS } from './surfactants.ts'
import { UV_FILTERS } from './uv-filters.ts'

/** The substances that each release brings. docs/decisions/0035-ingredients.md names the sources. */
export const BUILT_IN_SUBSTANCES: Substance[] = [
  EARLIER_ALLERGENS,
  ADDED_ALLERGENS,
  ACIDS,
  ACTIVES,
  BOTANICALS,
  COLORANTS,
  EMOLLIENTS,
  HUMECTANTS,
  MINERALS,
  OILS_AND_BUTTERS,
  POLYMERS,
  PRESERVATIVES,
  PROTEINS,
  SILICONES,
  SOLVENTS,
  SURFACTANTS,
  UV_FILTERS,
].flat()
