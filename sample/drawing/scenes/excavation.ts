import { box, tone } from '../pen.ts'
import { stack } from '../props.ts'
import { edge } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { heap, homeBehind, LEFT, pit, RIGHT, site } from '../site.ts'
import { cone, digger, tufts, yard } from '../yard.ts'

/** Staked out, dug, ready for the forms. */
export const excavation: Scene = (sheet) => {
  const { w, h, stage, between, perhaps } = sheet
  const horizon = between(0.38, 0.44)
  const view = site(sheet, horizon)
  const back =
    yard(sheet, horizon, stage === 'before' ? undefined : '#b6a384') + homeBehind(sheet, horizon)
  const stake = (x: number, z: number) => {
    const [sx, sy] = view.at(x, view.y, z)
    const size = 90 * (1.3 - z)
    return (
      box(sx - 5, sy - size, 10, size, tone.wood) +
      box(sx - 5, sy - size, 10, size * 0.22, tone.orange, { width: 1.6 })
    )
  }
  const line = edge(
    view,
    [
      [LEFT, view.y, 0.86],
      [RIGHT, view.y, 0.86],
      [RIGHT, view.y, 0.36],
      [LEFT, view.y, 0.36],
      [LEFT, view.y, 0.86],
    ],
    tone.orange,
    3.4,
  )
  if (stage === 'before')
    return (
      back +
      tufts(sheet, 24, [0, w], [h * (horizon + 0.14), h]) +
      line +
      [
        [LEFT, 0.86],
        [RIGHT, 0.86],
        [RIGHT, 0.36],
        [LEFT, 0.36],
      ]
        .map(([x = 0, z = 0]) => stake(x, z))
        .join('')
    )
  const spoil = heap(
    between(-60, 20),
    h * (horizon + 0.2),
    w * 0.34,
    h * between(0.16, 0.24),
    tone.earth,
  )
  const hole = pit(view, between(60, 100), tone.earth, tone.clay)
  const machine =
    stage === 'under way'
      ? digger(w * between(0.46, 0.55), h * (horizon + 0.15), h * between(0.2, 0.25))
      : stack(view, { x: 1000, y: view.y - 60, w: 260, h: 60, from: 0.6, to: 0.8 }, 4) +
        (perhaps(0.5) ? cone(w * 0.86, h * 0.95, 120) : '')
  return (
    back +
    spoil +
    machine.slice(0, stage === 'under way' ? undefined : 0) +
    hole +
    (stage === 'under way' ? '' : machine) +
    tufts(sheet, 10, [0, w], [h * 0.9, h])
  )
}
