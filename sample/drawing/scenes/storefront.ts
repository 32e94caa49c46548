import { box, curve, flat, lighter, shape, steps, stroke, tone, tube } from '../pen.ts'
import { ladder } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { bush, cone } from '../yard.ts'

/** A shop front: papered over, glazed, open. */
export const storefront: Scene = (sheet) => {
  const { w, h, stage, between, same } = sheet
  const ground = h * 0.84
  const bricks =
    box(0, 0, w, ground, tone.brick, { line: 'none' }) +
    steps(0, ground, 26)
      .map(
        (y, n) =>
          stroke(
            [
              [0, y],
              [w, y],
            ],
            '#d9c3b6',
            2,
            0.7,
          ) +
          steps((n % 2) * 36, w, 72)
            .map((x) =>
              stroke(
                [
                  [x, y],
                  [x, y + 26],
                ],
                '#d9c3b6',
                2,
                0.7,
              ),
            )
            .join(''),
      )
      .join('')
  const walk =
    box(-5, ground, w + 10, h - ground + 10, tone.concrete) +
    steps(w * 0.1, w, w * 0.24)
      .map((x) =>
        stroke(
          [
            [x, ground],
            [x - (w / 2 - x) * 0.3, h],
          ],
          undefined,
          2,
          0.4,
        ),
      )
      .join('')
  const [x, y, ww, wh] = [w * 0.08, h * 0.28, w * 0.84, ground - h * 0.28]
  const frame = same(['#4f6470', '#3f4a42', '#7c3f33'])
  const doorX = x + ww * between(0.4, 0.5)
  const panes: [number, number][] = [
    [x + 16, doorX - x - 30],
    [doorX + ww * 0.16 + 14, x + ww - doorX - ww * 0.16 - 30],
  ]
  const glassFill = { before: '#cbb89a', 'under way': '#5a656c', done: '#9fb3b8' }[stage]
  const front =
    box(x, y, ww, wh, frame) +
    panes
      .map(
        ([px, pw]) =>
          box(px, y + 18, pw, wh * 0.74, glassFill) +
          (stage === 'before'
            ? stroke(
                [
                  [px, y + wh * 0.4],
                  [px + pw, y + wh * 0.38],
                ],
                undefined,
                2,
                0.5,
              )
            : flat(
                [
                  [px + pw * 0.2, y + wh * 0.76],
                  [px + pw * 0.5, y + 18],
                  [px + pw * 0.66, y + 18],
                  [px + pw * 0.36, y + wh * 0.76],
                ],
                tone.white,
                0.28,
              )) +
          box(px, y + wh * 0.8, pw, wh * 0.16, lighter(frame, 0.12), { width: 2 }),
      )
      .join('')
  const door =
    stage === 'under way'
      ? box(doorX, y + 18, ww * 0.15, wh - 18, tone.sheet)
      : box(doorX, y + 18, ww * 0.15, wh - 18, lighter(frame, 0.15)) +
        box(doorX + 16, y + 40, ww * 0.15 - 32, wh * 0.6, '#9fb3b8') +
        box(doorX + ww * 0.12, y + wh * 0.5, 8, 60, tone.wire, { width: 1.6 })
  const awning =
    stage === 'done'
      ? steps(0, 12, 1)
          .map((n) =>
            shape(
              [
                [x - 10 + ((ww + 20) * n) / 12, y - 40],
                [x - 10 + ((ww + 20) * (n + 1)) / 12, y - 40],
                [x - 30 + ((ww + 60) * (n + 1)) / 12, y + 50],
                [x - 30 + ((ww + 60) * n) / 12, y + 50],
              ],
              n % 2 ? tone.white : frame,
            ),
          )
          .join('')
      : [0, 0.33, 0.66, 1]
          .map((p) => tube(`M${x + ww * p},${y - 40} l${(p - 0.5) * 40},88`, tone.steel, 7))
          .join('') + tube(`M${x - 20},${y + 48} H${x + ww + 20}`, tone.steel, 7)
  const sign =
    stage === 'done'
      ? box(w * 0.3, h * 0.06, w * 0.4, h * 0.1, tone.white, { round: 8 }) +
        curve(`M${w * 0.36},${h * 0.12} q20,-40 40,-4 t40,-2 t40,4 t40,-6 t40,6 t40,-4`, 'none', {
          line: frame,
          width: 7,
        })
      : ''
  return (
    bricks +
    walk +
    front +
    door +
    awning +
    sign +
    (stage === 'done'
      ? bush(w * 0.02, h * 0.9, 100)
      : cone(w * 0.12, h * 0.95, 120) +
        (stage === 'under way'
          ? ladder(w * 0.66, h * 0.95, h * 0.6)
          : cone(w * 0.86, h * 0.95, 120)))
  )
}
