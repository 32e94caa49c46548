import { box, shape, steps, tone } from '../pen.ts'
import { face } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { heap, homeBehind, site } from '../site.ts'
import { bush, tree, tufts, yard } from '../yard.ts'

/** The ground put right: silt fence, drive, planting. */
export const landscape: Scene = (sheet) => {
  const { w, h, stage, between, perhaps } = sheet
  const horizon = between(0.46, 0.54)
  const view = site(sheet, horizon)
  const back =
    yard(sheet, horizon, stage === 'done' ? undefined : '#b8a888') + homeBehind(sheet, horizon)
  const path = face(
    view,
    [
      [520, view.y - 40, 1],
      [640, view.y - 40, 1],
      [760, view.y, 0.1],
      [420, view.y, 0.1],
    ],
    stage === 'before' ? tone.earth : stage === 'done' ? tone.concrete : tone.gravel,
  )
  const fence = steps(20, w, w * 0.13)
    .map((x) => box(x, h * 0.7, 10, h * 0.16, tone.wood))
    .join('')
  const cloth = shape(
    [
      [0, h * 0.72],
      [w, h * 0.7],
      [w, h * 0.82],
      [0, h * 0.84],
    ],
    stage === 'before' ? tone.orange : tone.dark,
    { opacity: 0.85 },
  )
  const oak = tree(w * between(0.12, 0.2), h * 0.72, h * between(0.5, 0.62))
  if (stage === 'done')
    return (
      back +
      path +
      steps(0, 6, 1)
        .map((n) =>
          bush(w * (n < 3 ? 0.08 : 0.66) + n * 62, h * (0.72 + (n % 3) * 0.03), between(70, 120)),
        )
        .join('') +
      (perhaps(0.5) ? oak : '') +
      tufts(sheet, 18, [0, w], [h * 0.84, h])
    )
  return (
    back +
    path +
    oak +
    cloth +
    fence +
    (stage === 'under way'
      ? heap(w * 0.58, h * 0.97, w * 0.36, h * 0.17, tone.clay)
      : tufts(sheet, 20, [0, w], [h * 0.86, h]))
  )
}
