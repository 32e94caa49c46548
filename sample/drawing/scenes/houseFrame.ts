import { box, type Point, shape, steps, stroke, tone } from '../pen.ts'
import { ladder } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { tree, yard } from '../yard.ts'

/** A gable end on its way up: studs, trusses, sheathing. */
export const houseFrame: Scene = (sheet) => {
  const { w, h, stage, between, perhaps } = sheet
  const ground = h * between(0.8, 0.85)
  const [bw, bh] = [w * between(0.56, 0.68), h * between(0.3, 0.36)]
  const x = (w - bw) * between(0.35, 0.65)
  const y = ground - bh
  const back = yard(sheet, 0.6, '#b8a888')
  const floor = box(x - 30, ground, bw + 60, 30, tone.concrete)
  const studs =
    steps(x, x + bw - 8, bw / 16)
      .map((at) => box(at, y, 15, bh, tone.wood))
      .join('') + box(x + bw - 15, y, 15, bh, tone.wood)
  const open =
    box(x + bw * 0.2, y + 44, bw * 0.18, bh * 0.5, tone.sky) +
    box(x + bw * 0.2 - 8, y + 18, bw * 0.18 + 16, 30, tone.wood) +
    box(x + bw * 0.2 - 8, y + 44 + bh * 0.5, bw * 0.18 + 16, 14, tone.wood) +
    box(x + bw * 0.62, y + 44, bw * 0.16, bh - 44, tone.sky) +
    box(x + bw * 0.62 - 8, y + 18, bw * 0.16 + 16, 30, tone.wood)
  const plates =
    box(x, y, bw, 14, tone.wood) +
    box(x, y - 13, bw, 14, tone.wood) +
    box(x, ground - 14, bw, 14, tone.wood)
  const rise = bw * 0.24
  const truss = (dx: number, dy: number) => {
    const [a, b, c]: Point[] = [
      [x - 50 + dx, y - 12 + dy],
      [x + bw / 2 + dx, y - 12 - rise + dy],
      [x + bw + 50 + dx, y - 12 + dy],
    ]
    const on = (p: Point, q: Point, t: number): Point => [
      p[0] + (q[0] - p[0]) * t,
      p[1] + (q[1] - p[1]) * t,
    ]
    const bar = (p: Point, q: Point) =>
      stroke([p, q], '#39434b', 15) + stroke([p, q], tone.wood, 10)
    if (!a || !b || !c) return ''
    return [
      [on(a, c, 0.33), on(a, b, 0.5)],
      [on(a, c, 0.33), b],
      [on(a, c, 0.67), b],
      [on(a, c, 0.67), on(c, b, 0.5)],
      [a, c],
      [a, b],
      [b, c],
    ]
      .map(([p, q]) => bar(p ?? a, q ?? c))
      .join('')
  }
  const count = stage === 'before' ? 0 : stage === 'done' ? 6 : Math.round(between(2, 5))
  const trusses = steps(0, count, 1)
    .reverse()
    .map((n) => truss(n * 17, -n * 11))
    .join('')
  const sheets =
    stage === 'done'
      ? shape(
          [
            [x, ground],
            [x, y - 13],
            [x + bw, y - 13],
            [x + bw, ground],
          ],
          tone.sheet,
        ) +
        steps(x + bw / 4, x + bw, bw / 4)
          .map((at) =>
            stroke(
              [
                [at, y],
                [at, ground],
              ],
              undefined,
              2,
              0.6,
            ),
          )
          .join('') +
        stroke(
          [
            [x, y + bh / 2],
            [x + bw, y + bh / 2],
          ],
          undefined,
          2,
          0.6,
        ) +
        open
      : ''
  const brace =
    stage === 'before'
      ? stroke(
          [
            [x + 40, y + 10],
            [x - 90, ground + 20],
          ],
          '#39434b',
          14,
        ) +
        stroke(
          [
            [x + 40, y + 10],
            [x - 90, ground + 20],
          ],
          tone.wood,
          9,
        )
      : ''
  const shown =
    stage === 'before'
      ? steps(x, x + bw * between(0.5, 0.8), bw / 16)
          .map((at) => box(at, y, 15, bh, tone.wood))
          .join('')
      : studs + open
  return (
    back +
    floor +
    (stage === 'done' ? trusses + sheets : shown + plates + trusses) +
    brace +
    (perhaps(0.5)
      ? ladder(x + bw * between(0.4, 0.5), ground + 40, bh * 0.9)
      : tree(w * 0.04, ground + 30, 130))
  )
}
