import { disc, steps, tone } from '../pen.ts'
import { stack } from '../props.ts'
import { block, edge, face } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { heap, homeBehind, LEFT, pit, RIGHT, site } from '../site.ts'
import { yard } from '../yard.ts'

/** Walls of concrete out of their forms. */
export const foundation: Scene = (sheet) => {
  const { w, h, stage, between } = sheet
  const horizon = between(0.34, 0.4)
  const view = site(sheet, horizon)
  const back = yard(sheet, horizon, '#b6a384') + homeBehind(sheet, horizon)
  const tall = between(90, 130)
  const y = view.y - tall
  const color = stage === 'under way' ? tone.sheet : tone.concrete
  const wall = (x: number, wide: number, from: number, to: number) =>
    block(view, { x, y, w: wide, h: tall, from, to }, color)
  const walls =
    wall(LEFT, RIGHT - LEFT, 0.83, 0.86) +
    wall(LEFT, 34, 0.4, 0.83) +
    wall(RIGHT - 34, 34, 0.4, 0.83)
  const front = wall(LEFT, RIGHT - LEFT, 0.37, 0.4)
  const ribs = steps(LEFT + 60, RIGHT, 90)
    .map((x) =>
      stage === 'under way'
        ? block(view, { x, y, w: 16, h: tall, from: 0.36, to: 0.37 }, tone.wood)
        : edge(
            view,
            [
              [x, y + 4, 0.37],
              [x, y + tall, 0.37],
            ],
            undefined,
            1.6,
            0.25,
          ) +
          disc(...view.at(x + 44, y + tall * 0.35, 0.37), 4, tone.dark, { line: 'none' }) +
          disc(...view.at(x + 44, y + tall * 0.72, 0.37), 4, tone.dark, { line: 'none' }),
    )
    .join('')
  const wale =
    stage === 'under way'
      ? [0.25, 0.68]
          .map((part) =>
            block(
              view,
              {
                x: LEFT - 10,
                y: y + tall * part,
                w: RIGHT - LEFT + 20,
                h: 14,
                from: 0.35,
                to: 0.36,
              },
              tone.wood,
            ),
          )
          .join('')
      : ''
  const bolts =
    stage === 'done'
      ? steps(LEFT + 40, RIGHT, 120)
          .map((x) =>
            edge(
              view,
              [
                [x, y - 16, 0.385],
                [x, y, 0.385],
              ],
              tone.night,
              7,
            ),
          )
          .join('')
      : ''
  const bank = stage === 'done' ? '' : heap(-40, h * 0.98, w * 0.36, h * 0.2, tone.earth)
  const coat =
    stage === 'done'
      ? face(
          view,
          [
            [LEFT, y + tall * 0.4, 0.37],
            [RIGHT, y + tall * 0.4, 0.37],
            [RIGHT, y + tall, 0.37],
            [LEFT, y + tall, 0.37],
          ],
          '#4d565c',
          { opacity: 0.75 },
        )
      : ''
  return (
    back +
    (stage === 'before'
      ? pit(view, 70, tone.earth, tone.clay) +
        stack(view, { x: 900, y: view.y - 80, w: 260, h: 80, from: 0.3, to: 0.45 }, 5, tone.sheet)
      : walls + front + ribs + wale + coat + bolts + bank)
  )
}
