import { box, type Point, shape, stroke, tone } from '../pen.ts'
import { ladder } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { bush, laps, WALLS, yard } from '../yard.ts'

/** A bay with its three lights. */
export const bay: Scene = (sheet) => {
  const { w, h, stage, between, same } = sheet
  const color = same(WALLS)
  const base =
    yard(sheet, 0.7) +
    laps({ x: -10, y: h * 0.06, w: w + 20, h: h * 0.78 }, color, 34) +
    box(-10, h * 0.84, w + 20, h * 0.05, tone.concrete)
  const [x, y, ww, wh] = [w * between(0.2, 0.28), h * 0.28, w * 0.46, h * 0.42]
  const side = ww * 0.2
  const fronts: [number, number, number][] = [
    [x - side, side, 22],
    [x, ww, 0],
    [x + ww, side, -22],
  ]
  const light = ([fx, fw, lean]: [number, number, number], fill: string, frame: string) => {
    const corners: Point[] = [
      [fx, y + (lean > 0 ? lean : 0)],
      [fx + fw, y + (lean < 0 ? -lean : 0)],
      [fx + fw, y + wh],
      [fx, y + wh],
    ]
    return (
      shape(corners, frame) +
      shape(
        [
          [fx + 16, y + 40],
          [fx + fw - 16, y + 40],
          [fx + fw - 16, y + wh - 24],
          [fx + 16, y + wh - 24],
        ],
        fill,
      )
    )
  }
  const glass = stage === 'before' ? '#4b565e' : '#8fa3ab'
  const frame = stage === 'before' ? tone.sheet : tone.white
  const lights =
    fronts.map((front) => light(front, glass, frame)).join('') +
    (stage === 'before'
      ? ''
      : stroke(
          [
            [x + ww / 2, y + 40],
            [x + ww / 2, y + wh - 24],
          ],
          tone.white,
          12,
        ))
  const roof = shape(
    [
      [x - side - 20, y + 22],
      [x + 30, y - 70],
      [x + ww - 30, y - 70],
      [x + ww + side + 20, y + 22],
    ],
    stage === 'done' ? tone.shingle : tone.sheet,
  )
  const seat = shape(
    [
      [x - side, y + wh],
      [x + ww + side, y + wh],
      [x + ww + side * 0.4, y + wh + 60],
      [x - side * 0.4, y + wh + 60],
    ],
    stage === 'done' ? tone.white : tone.sheet,
  )
  const shores =
    stage === 'done'
      ? ''
      : [x + 30, x + ww - 30]
          .map(
            (at) =>
              stroke(
                [
                  [at, y + wh + 50],
                  [at - 30, h * 0.95],
                ],
                '#39434b',
                15,
              ) +
              stroke(
                [
                  [at, y + wh + 50],
                  [at - 30, h * 0.95],
                ],
                tone.wood,
                10,
              ),
          )
          .join('')
  return (
    base +
    lights +
    roof +
    seat +
    shores +
    (stage === 'under way'
      ? ladder(w * 0.82, h * 0.98, h * 0.62)
      : stage === 'done'
        ? bush(w * 0.04, h * 0.95, 140) + bush(w * 0.8, h * 0.95, 120)
        : '')
  )
}
