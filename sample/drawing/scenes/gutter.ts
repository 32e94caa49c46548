import { box, curve, flat, lighter, shape, steps, stroke, tone } from '../pen.ts'
import type { Scene } from '../sheet.ts'
import { laps, ROOFS, sash, WALLS } from '../yard.ts'

/** Where roof and wall meet the rain: eave, gutter and downspout, close. */
export const gutter: Scene = (sheet) => {
  const { w, h, stage, between, same } = sheet
  const wall = { x: -10, y: h * 0.36, w: w + 20, h: h * 0.7 }
  const color = same(ROOFS)
  const rows = steps(0, 6, 1).map(
    (n) =>
      box(-10, h * 0.04 * n + 20, w + 20, h * 0.04, n % 2 ? color : lighter(color, 0.06), {
        width: 1.8,
      }) +
      steps((n % 2) * 40, w, 80)
        .map((x) =>
          stroke(
            [
              [x, h * 0.04 * n + 20],
              [x, h * 0.04 * (n + 1) + 20],
            ],
            undefined,
            1.5,
            0.5,
          ),
        )
        .join(''),
  )
  const fascia = box(-10, h * 0.26, w + 20, h * 0.1, stage === 'before' ? tone.oldWood : tone.white)
  const rot =
    stage === 'before'
      ? [0.2, 0.55, 0.8]
          .map((p) =>
            curve(`M${w * p},${h * 0.27} q40,-8 70,6 q10,40 -30,46 q-50,0 -40,-52z`, '#6f5b48', {
              width: 2,
            }),
          )
          .join('')
      : ''
  const x = w * between(0.62, 0.8)
  const trough =
    shape(
      [
        [-10, h * 0.27],
        [w + 10, h * 0.27],
        [w + 10, h * 0.33],
        [-10, h * 0.33],
      ],
      tone.white,
    ) +
    stroke(
      [
        [-10, h * 0.285],
        [w + 10, h * 0.285],
      ],
      undefined,
      2,
    )
  const spout =
    box(x, h * 0.32, 64, h * 0.12, tone.white) +
    shape(
      [
        [x, h * 0.44],
        [x + 64, h * 0.44],
        [x + 24, h * 0.54],
        [x - 40, h * 0.54],
      ],
      tone.white,
    ) +
    box(x - 40, h * 0.54, 64, h * 0.5, tone.white) +
    box(x - 50, h * 0.7, 84, 18, tone.white)
  const window = sash(w * between(0.14, 0.24), h * 0.5, w * 0.22, h * 0.36)
  const hangers =
    stage === 'under way'
      ? steps(80, w, 150)
          .map((at) => box(at, h * 0.27, 14, h * 0.07, tone.steel))
          .join('')
      : ''
  return (
    box(0, 0, w, h * 0.3, tone.sky, { line: 'none' }) +
    rows.join('') +
    laps(wall, same(WALLS), 42) +
    flat(
      [
        [0, h * 0.36],
        [w, h * 0.36],
        [w, h * 0.42],
        [0, h * 0.42],
      ],
      '#39434b',
      0.18,
    ) +
    window +
    fascia +
    rot +
    hangers +
    (stage === 'done' ? trough + spout : '')
  )
}
