import { bay } from './scenes/bay.ts'
import { beam } from './scenes/beam.ts'
import { cladding } from './scenes/cladding.ts'
import { decking } from './scenes/decking.ts'
import { delivery } from './scenes/delivery.ts'
import { demolition } from './scenes/demolition.ts'
import { dormer } from './scenes/dormer.ts'
import { drywall } from './scenes/drywall.ts'
import { excavation } from './scenes/excavation.ts'
import { firstVisit } from './scenes/firstVisit.ts'
import { flooring } from './scenes/flooring.ts'
import { footings } from './scenes/footings.ts'
import { foundation } from './scenes/foundation.ts'
import { framing } from './scenes/framing.ts'
import { gutter } from './scenes/gutter.ts'
import { houseFrame } from './scenes/houseFrame.ts'
import { insulation } from './scenes/insulation.ts'
import { kitchen } from './scenes/kitchen.ts'
import { landscape } from './scenes/landscape.ts'
import { metalStuds } from './scenes/metalStuds.ts'
import { painting } from './scenes/painting.ts'
import { panel } from './scenes/panel.ts'
import { pipes } from './scenes/pipes.ts'
import { porch } from './scenes/porch.ts'
import { roofDeck } from './scenes/roofDeck.ts'
import { roofing } from './scenes/roofing.ts'
import { slab } from './scenes/slab.ts'
import { storefront } from './scenes/storefront.ts'
import { tileClose } from './scenes/tileClose.ts'
import { tiling } from './scenes/tiling.ts'
import { trim } from './scenes/trim.ts'
import { vanity } from './scenes/vanity.ts'
import { windowUnit } from './scenes/windowUnit.ts'
import { windowWell } from './scenes/windowWell.ts'
import { wiring } from './scenes/wiring.ts'
import type { Scene } from './sheet.ts'

/** Every scene there is. */
export const scenes = {
  bay,
  beam,
  cladding,
  decking,
  delivery,
  demolition,
  dormer,
  drywall,
  excavation,
  firstVisit,
  flooring,
  footings,
  foundation,
  framing,
  gutter,
  houseFrame,
  insulation,
  kitchen,
  landscape,
  metalStuds,
  painting,
  panel,
  pipes,
  porch,
  roofDeck,
  roofing,
  slab,
  storefront,
  tileClose,
  tiling,
  trim,
  vanity,
  windowUnit,
  windowWell,
  wiring,
} satisfies Record<string, Scene>
export type SceneName = keyof typeof scenes
