import { box, curve, flat, steps, stroke, tone } from '../pen.ts'
import { level } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { laps, sash, WALLS } from '../yard.ts'

/** One window: the old sash, the opening flashed, the new unit. */
export const windowUnit: Scene = ({ w, h, stage, between, pick, same }) => {
  const color = same(WALLS)
  const by = between(44, 58)
  const [ww, wh] = [w * between(0.34, 0.42), h * between(0.5, 0.58)]
  const [x, y] = [(w - ww) * between(0.44, 0.56), (h - wh) * between(0.42, 0.5)]
  const wall = laps({ x: -10, y: -10, w: w + 20, h: h + 20 }, color, by)
  if (stage === 'under way') {
    const tape =
      box(x - 46, y - 46, ww + 92, wh + 92, '#aeb8bd', { width: 1.8 }) +
      box(x - 46, y + wh, ww + 92, 46, '#98a3a9', { width: 1.8 })
    return (
      wall +
      box(x - 90, y - 80, ww + 180, wh + 160, tone.sheet) +
      tape +
      box(x - 6, y - 6, ww + 12, wh + 12, tone.wood) +
      box(x + 18, y + 18, ww - 36, wh - 36, '#4b565e') +
      flat(
        [
          [x + 18, y + wh * 0.7],
          [x + ww - 18, y + wh * 0.62],
          [x + ww - 18, y + wh - 18],
          [x + 18, y + wh - 18],
        ],
        '#39434b',
        0.5,
      ) +
      [0.1, 0.5, 0.86]
        .map((p) => box(x + ww * p, y + wh - 22, 46, 12, tone.orange, { width: 1.6 }))
        .join('') +
      level(x + ww * 0.18, y + wh + 6, ww * 0.62)
    )
  }
  const old = stage === 'before'
  const casing = old ? '#b9ad97' : tone.white
  const flakes = old
    ? steps(0, 22, 1)
        .map(() => {
          const [fx, fy] = [pick([x - 22, x + ww + 4, between(x, x + ww)]), between(y, y + wh)]
          return fx < x || fx > x + ww
            ? curve(`M${fx},${fy} l14,-8 l8,16 l-12,12z`, '#8d7b65', { width: 1.2 })
            : ''
        })
        .join('')
    : ''
  const crack = old
    ? stroke(
        [
          [x + ww * 0.3, y + wh * 0.55],
          [x + ww * 0.42, y + wh * 0.66],
          [x + ww * 0.38, y + wh * 0.78],
          [x + ww * 0.55, y + wh * 0.9],
        ],
        tone.white,
        3,
      )
    : ''
  const bars = old
    ? stroke(
        [
          [x + ww / 3, y],
          [x + ww / 3, y + wh],
        ],
        casing,
        10,
      ) +
      stroke(
        [
          [x + (ww * 2) / 3, y],
          [x + (ww * 2) / 3, y + wh],
        ],
        casing,
        10,
      )
    : box(x + ww * 0.07, y + wh * 0.9, ww * 0.12, wh * 0.06, tone.white, { width: 1.6 }) +
      stroke(
        [
          [x + ww * 0.085, y + wh * 0.93],
          [x + ww * 0.17, y + wh * 0.93],
        ],
        tone.orange,
        4,
      )
  return (
    wall +
    flat(
      [
        [x - ww * 0.12, y + wh * 1.08],
        [x + ww * 1.12, y + wh * 1.08],
        [x + ww * 1.12, y + wh * 1.15],
        [x - ww * 0.12, y + wh * 1.15],
      ],
      '#39434b',
      0.14,
    ) +
    sash(x, y, ww, wh, casing) +
    bars +
    flakes +
    crack
  )
}
