import { box, curve, flat, oval, steps, stroke, tone } from '../pen.ts'
import { level } from '../props.ts'
import type { Scene } from '../sheet.ts'

/** A window well against a basement wall. */
export const windowWell: Scene = ({ w, h, stage, between, pick }) => {
  const wall = pick([tone.concrete, '#c2beb3'])
  const [x, y, ww, wh] = [w * between(0.28, 0.36), h * between(0.34, 0.4), w * 0.36, h * 0.34]
  const courses = steps(h * 0.1, h, h * 0.12).map(
    (at, n) =>
      stroke(
        [
          [0, at],
          [w, at],
        ],
        undefined,
        1.8,
        0.3,
      ) +
      steps((n % 2) * w * 0.09, w, w * 0.18)
        .map((bx) =>
          stroke(
            [
              [bx, at],
              [bx, at + h * 0.12],
            ],
            undefined,
            1.6,
            0.25,
          ),
        )
        .join(''),
  )
  const ground =
    box(0, -5, w, h * 0.16, tone.grass) +
    curve(
      `M0,${h * 0.16} q${w * 0.1},14 ${w * 0.25},0 t${w * 0.3},4 t${w * 0.25},-4 t${w * 0.2},0`,
      'none',
    )
  const cut =
    stage === 'before'
      ? box(x, y, ww, wh, 'none', { line: tone.orange, width: 6 }) +
        [0, 1]
          .map((n) =>
            stroke(
              [
                [x - 40, y + wh * n],
                [x + ww + 40, y + wh * n],
              ],
              tone.orange,
              2,
              0.7,
            ),
          )
          .join('')
      : box(x - 22, y - 22, ww + 44, wh + 44, stage === 'done' ? tone.white : tone.wood) +
        box(x, y, ww, wh, '#8fa3ab') +
        flat(
          [
            [x + ww * 0.1, y + wh],
            [x + ww * 0.4, y],
            [x + ww * 0.6, y],
            [x + ww * 0.3, y + wh],
          ],
          tone.white,
          0.28,
        ) +
        box(x, y, ww / 2, wh, 'none', { line: tone.white, width: 9 }) +
        box(x + ww / 2, y, ww / 2, wh, 'none', { line: tone.white, width: 9 }) +
        stroke([
          [x + ww / 2, y],
          [x + ww / 2, y + wh],
        ])
  const metal =
    stage === 'done'
      ? [x - 110, x + ww + 30]
          .map(
            (at) =>
              box(at, h * 0.12, 80, h * 0.8, tone.steel) +
              steps(h * 0.16, h * 0.9, 34)
                .map((ry) => curve(`M${at},${ry} q40,16 80,0`, 'none', { width: 2, opacity: 0.5 }))
                .join(''),
          )
          .join('')
      : ''
  const gravel =
    box(-5, h * 0.86, w + 10, h * 0.16, stage === 'before' ? tone.clay : tone.gravel) +
    steps(0, 90, 1)
      .map((n) =>
        oval(
          between(0, w),
          h * between(0.88, 0.99),
          between(9, 16),
          between(6, 11),
          n % 2 ? '#b3ada0' : '#d8d3c8',
          {
            width: 1.4,
          },
        ),
      )
      .join('')
  return (
    box(0, 0, w, h, wall, { line: 'none' }) +
    courses.join('') +
    ground +
    cut +
    metal +
    gravel +
    (stage === 'under way' ? level(x, y + wh + 26, ww * 0.6) : '')
  )
}
