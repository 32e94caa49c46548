import { darker, flat, steps, tone, tube } from '../pen.ts'
import { block, edge, face } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { bars, homeBehind, LEFT, RIGHT, site } from '../site.ts'
import { tufts, yard } from '../yard.ts'

/** Bed, mesh and pour of a slab. */
export const slab: Scene = (sheet) => {
  const { w, h, stage, between, perhaps } = sheet
  const horizon = between(0.34, 0.42)
  const view = site(sheet, horizon)
  const { y } = view
  const back =
    yard(sheet, horizon, perhaps(0.5) ? undefined : '#bba98b') +
    (perhaps(0.6) ? homeBehind(sheet, horizon) : '')
  const plane = (fill: string, from: number, to = 0.88) =>
    face(
      view,
      [
        [LEFT - 60, y, to],
        [RIGHT + 60, y, to],
        [RIGHT + 60, y, from],
        [LEFT - 60, y, from],
      ],
      fill,
    )
  const rim = [
    block(view, { x: LEFT - 78, y: y - 16, w: 16, h: 16, from: 0.3, to: 0.88 }, tone.wood),
    block(view, { x: RIGHT + 62, y: y - 16, w: 16, h: 16, from: 0.3, to: 0.88 }, tone.wood),
    block(
      view,
      { x: LEFT - 78, y: y - 16, w: RIGHT - LEFT + 156, h: 16, from: 0.88, to: 0.89 },
      tone.wood,
    ),
  ].join('')
  const front = block(
    view,
    { x: LEFT - 78, y: y - 16, w: RIGHT - LEFT + 156, h: 16, from: 0.3, to: 0.31 },
    tone.wood,
  )
  const mesh = bars(view, y - 4, [LEFT - 40, RIGHT + 40], [0.33, 0.87], 75)
  if (stage === 'before')
    return (
      back + plane(tone.gravel, 0.3) + mesh + rim + front + tufts(sheet, 12, [0, w], [h * 0.92, h])
    )
  if (stage === 'under way') {
    const to = between(0.5, 0.64)
    const screed = block(
      view,
      { x: LEFT - 70, y: y - 14, w: RIGHT - LEFT + 140, h: 14, from: to - 0.01, to },
      tone.wood,
    )
    const chute = tube(`M${w + 20},${h * 0.34} L${w * 0.66},${h * 0.6}`, tone.steel, 34)
    return (
      back +
      plane(tone.gravel, 0.3) +
      mesh +
      plane(tone.wet, to) +
      steps(to, 0.86, 0.06)
        .map((z) =>
          edge(
            view,
            [
              [LEFT, y, z],
              [RIGHT, y, z + 0.01],
            ],
            undefined,
            1.6,
            0.2,
          ),
        )
        .join('') +
      rim +
      screed +
      chute +
      front
    )
  }
  const joints =
    edge(
      view,
      [
        [600, y, 0.3],
        [600, y, 0.88],
      ],
      undefined,
      3,
      0.6,
    ) +
    edge(
      view,
      [
        [LEFT - 60, y, 0.56],
        [RIGHT + 60, y, 0.56],
      ],
      undefined,
      3,
      0.6,
    )
  const bolts = steps(LEFT - 30, RIGHT + 60, 140)
    .map((x) =>
      edge(
        view,
        [
          [x, y - 22, 0.86],
          [x, y, 0.86],
        ],
        tone.night,
        5,
      ),
    )
    .join('')
  return (
    back +
    plane(tone.concrete, 0.3) +
    joints +
    bolts +
    face(
      view,
      [
        [LEFT - 60, y, 0.3],
        [RIGHT + 60, y, 0.3],
        [RIGHT + 60, y + 12, 0.3],
        [LEFT - 60, y + 12, 0.3],
      ],
      darker(tone.concrete),
    ) +
    flat(
      [
        view.at(LEFT, y, 0.8),
        view.at(LEFT + 200, y, 0.8),
        view.at(LEFT + 330, y, 0.4),
        view.at(LEFT + 60, y, 0.4),
      ],
      tone.white,
      0.22,
    ) +
    tufts(sheet, 14, [0, w], [h * 0.93, h])
  )
}
