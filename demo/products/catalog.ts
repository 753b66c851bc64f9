import type { DemoProduct } from './demo-product.ts'
import amberSolidPerfume from './fragrance/amber-solid-perfume.ts'
import cedarAndSalt from './fragrance/cedar-and-salt-eau-de-parfum.ts'
import figTreeRoomDiffuser from './fragrance/fig-tree-room-diffuser.ts'
import irisLetter from './fragrance/iris-letter-extrait-de-parfum.ts'
import camelliaHairOil from './haircare/camellia-hair-oil.ts'
import figMilkHairMask from './haircare/fig-milk-hair-mask.ts'
import riceMilkConditioner from './haircare/rice-milk-conditioner.ts'
import rosemaryShampoo from './haircare/rosemary-shampoo.ts'
import duskEyeshadowPalette from './makeup/dusk-eyeshadow-palette.ts'
import longNightMascara from './makeup/long-night-mascara.ts'
import powderBlushAfternoon from './makeup/powder-blush-afternoon.ts'
import quinceTintedLipBalm from './makeup/quince-tinted-lip-balm.ts'
import satinLipstickMulberry from './makeup/satin-lipstick-mulberry.ts'
import skinVeilFoundation from './makeup/skin-veil-foundation-warm-sand.ts'
import apricotKernelBodyOil from './skincare/apricot-kernel-body-oil.ts'
import oatMilkCleanser from './skincare/oat-milk-cleanser.ts'
import orangeBlossomFacialMist from './skincare/orange-blossom-facial-mist.ts'
import pinkClayMask from './skincare/pink-clay-mask.ts'
import roseHipNightSerum from './skincare/rose-hip-night-serum.ts'
import vitaminCMorningSerum from './skincare/vitamin-c-morning-serum.ts'
import whitePeonyDayCream from './skincare/white-peony-day-cream.ts'
import roseQuartzGuaSha from './tools/rose-quartz-gua-sha.ts'
import softPowderBrush from './tools/soft-powder-brush.ts'
import wideToothComb from './tools/wide-tooth-comb.ts'

/** In display order; the first six appear on the home page. */
export const catalog: DemoProduct[] = [
  roseHipNightSerum,
  satinLipstickMulberry,
  cedarAndSalt,
  whitePeonyDayCream,
  camelliaHairOil,
  roseQuartzGuaSha,

  vitaminCMorningSerum,
  skinVeilFoundation,
  irisLetter,
  powderBlushAfternoon,
  oatMilkCleanser,
  figMilkHairMask,
  duskEyeshadowPalette,
  softPowderBrush,
  apricotKernelBodyOil,
  amberSolidPerfume,
  longNightMascara,
  orangeBlossomFacialMist,
  rosemaryShampoo,
  quinceTintedLipBalm,
  figTreeRoomDiffuser,
  pinkClayMask,
  riceMilkConditioner,
  wideToothComb,
]
