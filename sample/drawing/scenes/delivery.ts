import { tone } from '../pen.ts'
import { stack } from '../props.ts'
import { block, edge, face } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { homeBehind, site } from '../site.ts'
import { cone, tufts, yard } from '../yard.ts'

/** What the truck left on the drive. */
export const delivery: Scene = (sheet) => {
  const { w, h, stage, between, pick } = sheet
  const horizon = between(0.4, 0.48)
  const view = site(sheet, horizon)
  const { y } = view
  const kind = pick([tone.wood, tone.shingle, '#cda678'])
  const back = yard(sheet, horizon) + homeBehind(sheet, horizon)
  const drive = face(
    view,
    [
      [380, y - 50, 1],
      [820, y - 50, 1],
      [900, y, 0.1],
      [300, y, 0.1],
    ],
    '#c9c5bb',
  )
  const pallet = (x: number, z: number, layers: number) =>
    block(view, { x, y: y - 12, w: 190, h: 12, from: z, to: z + 0.1 }, tone.oldWood) +
    stack(
      view,
      { x: x + 6, y: y - 12 - layers * 22, w: 178, h: layers * 22, from: z, to: z + 0.1 },
      layers,
      kind,
    )
  const straps = (x: number, z: number, layers: number) =>
    [50, 130]
      .map((dx) =>
        edge(
          view,
          [
            [x + dx, y - 12 - layers * 22, z],
            [x + dx, y - 12, z],
          ],
          tone.orange,
          5,
        ),
      )
      .join('')
  const [a, b] = [Math.round(between(4, 6)), Math.round(between(3, 6))]
  const [fa, fb] = [between(0.42, 0.5), between(0.55, 0.62)]
  return (
    back +
    drive +
    pallet(640, fb, b) +
    straps(640, fb, b) +
    pallet(410, fa, a) +
    straps(410, fa, a) +
    (stage === 'before' ? cone(w * 0.14, h * 0.9, 130) : '') +
    tufts(sheet, 14, [0, w * 0.2], [h * 0.75, h])
  )
}
