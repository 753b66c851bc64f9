import type { DemoProduct } from './demo-product.ts'
import amberSolidPerfume from './products/amber-solid-perfume.ts'
import apricotKernelBodyOil from './products/apricot-kernel-body-oil.ts'
import camelliaHairOil from './products/camellia-hair-oil.ts'
import cedarAndSalt from './products/cedar-and-salt-eau-de-parfum.ts'
import duskEyeshadowPalette from './products/dusk-eyeshadow-palette.ts'
import figMilkHairMask from './products/fig-milk-hair-mask.ts'
import figTreeRoomDiffuser from './products/fig-tree-room-diffuser.ts'
import irisLetter from './products/iris-letter-extrait-de-parfum.ts'
import longNightMascara from './products/long-night-mascara.ts'
import oatMilkCleanser from './products/oat-milk-cleanser.ts'
import orangeBlossomFacialMist from './products/orange-blossom-facial-mist.ts'
import pinkClayMask from './products/pink-clay-mask.ts'
import powderBlushAfternoon from './products/powder-blush-afternoon.ts'
import quinceTintedLipBalm from './products/quince-tinted-lip-balm.ts'
import riceMilkConditioner from './products/rice-milk-conditioner.ts'
import roseHipNightSerum from './products/rose-hip-night-serum.ts'
import roseQuartzGuaSha from './products/rose-quartz-gua-sha.ts'
import rosemaryShampoo from './products/rosemary-shampoo.ts'
import satinLipstickMulberry from './products/satin-lipstick-mulberry.ts'
import skinVeilFoundation from './products/skin-veil-foundation-warm-sand.ts'
import softPowderBrush from './products/soft-powder-brush.ts'
import vitaminCMorningSerum from './products/vitamin-c-morning-serum.ts'
import whitePeonyDayCream from './products/white-peony-day-cream.ts'
import wideToothComb from './products/wide-tooth-comb.ts'

/** In the order in which the store shows them; the first six stand on the home page. */
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
