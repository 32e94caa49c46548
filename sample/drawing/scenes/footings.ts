import { steps, tone } from '../pen.ts'
import { level, stack } from '../props.ts'
import { block, edge, face } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { bars, heap, homeBehind, LEFT, RIGHT, site } from '../site.ts'
import { yard } from '../yard.ts'

/** Trenches with forms and steel, then concrete. */
export const footings: Scene = (sheet) => {
  const { w, h, stage, between } = sheet
  const horizon = between(0.36, 0.42)
  const view = site(sheet, horizon)
  const { y } = view
  const back = yard(sheet, horizon, '#b6a384') + homeBehind(sheet, horizon)
  const fill = { before: tone.clay, 'under way': tone.clay, done: tone.concrete }[stage]
  const runs = [
    { x: LEFT - 20, w: 150, from: 0.34, to: 0.86 },
    { x: RIGHT - 130, w: 150, from: 0.34, to: 0.86 },
    { x: LEFT - 20, w: RIGHT - LEFT + 40, from: 0.34, to: 0.45 },
    { x: LEFT - 20, w: RIGHT - LEFT + 40, from: 0.76, to: 0.86 },
  ]
  const bed = runs
    .map(({ x, w: wide, from, to }) =>
      face(
        view,
        [
          [x, y, to],
          [x + wide, y, to],
          [x + wide, y, from],
          [x, y, from],
        ],
        fill,
        { line: 'none' },
      ),
    )
    .join('')
  const inner = face(
    view,
    [
      [LEFT + 130, y, 0.76],
      [RIGHT - 130, y, 0.76],
      [RIGHT - 130, y, 0.45],
      [LEFT + 130, y, 0.45],
    ],
    stage === 'done' ? '#b09c7c' : '#b6a384',
  )
  const outer = edge(view, [
    [LEFT - 20, y, 0.86],
    [RIGHT + 20, y, 0.86],
    [RIGHT + 20, y, 0.34],
    [LEFT - 20, y, 0.34],
    [LEFT - 20, y, 0.86],
  ])
  const plank = (x: number, from: number, to: number) =>
    block(view, { x, y: y - 22, w: 10, h: 22, from, to }, tone.wood)
  const across = (z: number, x: number, wide: number) =>
    block(view, { x, y: y - 22, w: wide, h: 22, from: z, to: z + 0.008 }, tone.wood)
  const forms =
    stage === 'before'
      ? ''
      : across(0.86, LEFT - 20, RIGHT - LEFT + 40) +
        across(0.76, LEFT + 130, RIGHT - LEFT - 260) +
        plank(LEFT - 26, 0.34, 0.86) +
        plank(LEFT + 130, 0.45, 0.76) +
        plank(RIGHT - 136, 0.45, 0.76) +
        plank(RIGHT + 20, 0.34, 0.86) +
        across(0.45, LEFT + 130, RIGHT - LEFT - 260)
  const front = stage === 'before' ? '' : across(0.34, LEFT - 20, RIGHT - LEFT + 40)
  const steel =
    stage === 'under way'
      ? runs
          .map((run) =>
            bars(
              view,
              y - 6,
              [run.x + 24, run.x + run.w - 10],
              [run.from + 0.02, run.to],
              run.w > 200 ? 90 : 45,
            ),
          )
          .join('')
      : ''
  const bolts =
    stage === 'done'
      ? steps(LEFT + 30, RIGHT, 110)
          .map((x) =>
            edge(
              view,
              [
                [x, y - 26, 0.39],
                [x, y, 0.39],
              ],
              tone.night,
              6,
            ),
          )
          .join('')
      : ''
  return (
    back +
    heap(w * 0.72, h * (horizon + 0.13), w * 0.34, h * 0.14, tone.earth) +
    bed +
    inner +
    outer +
    steel +
    forms +
    bolts +
    front +
    (stage === 'under way' ? level(w * 0.16, h * 0.95, 190, -4) : '') +
    (stage === 'before'
      ? stack(view, { x: 470, y: y - 70, w: 260, h: 70, from: 0.5, to: 0.66 }, 4)
      : '')
  )
}
