import { box, curve, darker, flat, steps, stroke, tone } from '../pen.ts'
import { ladder, trestles } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { bush, laps, sash, tufts, WALLS } from '../yard.ts'

/** A wall from outside: the old cladding, wrap, new courses. */
export const cladding: Scene = (sheet) => {
  const { w, h, stage, between, pick, same } = sheet
  const color = same(WALLS)
  const by = between(34, 46)
  const wall = { x: -10, y: h * 0.12, w: w + 20, h: h * 0.74 }
  const [wx, wy, ww, wh] = [
    w * between(0.16, 0.5),
    h * between(0.26, 0.32),
    w * 0.2,
    h * between(0.34, 0.4),
  ]
  const sky = box(0, 0, w, h * 0.2, tone.sky, { line: 'none' })
  const soffit =
    box(-10, h * 0.06, w + 20, h * 0.07, tone.white) +
    flat(
      [
        [0, h * 0.13],
        [w, h * 0.13],
        [w, h * 0.17],
        [0, h * 0.17],
      ],
      '#39434b',
      0.18,
    )
  const ground =
    box(-10, h * 0.86, w + 20, h * 0.04, tone.concrete) +
    box(-10, h * 0.9, w + 20, h * 0.2, pick([tone.grass, '#b8a888'])) +
    tufts(sheet, 16, [0, w], [h * 0.92, h])
  const wrapped =
    box(wall.x, wall.y, wall.w, wall.h, tone.wrap) +
    steps(60, w, 210)
      .map((x, n) =>
        box(x, h * (0.24 + (n % 3) * 0.18), 90, 14, tone.cold, { line: 'none', opacity: 0.5 }),
      )
      .join('') +
    stroke(
      [
        [0, h * 0.5],
        [w, h * 0.505],
      ],
      undefined,
      2,
      0.4,
    )
  const worn =
    laps(wall, darker(color, 0.12), by) +
    steps(0, 9, 1)
      .map(() => {
        const [x, y] = [between(0, w), between(h * 0.2, h * 0.8)]
        return curve(`M${x},${y} l50,-6 l16,22 l-40,14 l-30,-6z`, pick([tone.oldWood, '#8b7a66']), {
          width: 1.8,
        })
      })
      .join('')
  const part = between(0.35, 0.65)
  const body = {
    before: worn,
    'under way': wrapped + laps(wall, color, by, part),
    done: laps(wall, color, by),
  }[stage]
  const frame =
    stage === 'under way' ? box(wx - 34, wy - 34, ww + 68, wh + 68, '#bcc7cc', { width: 1.6 }) : ''
  const props =
    stage === 'under way'
      ? ladder(w * between(0.68, 0.78), h * 0.97, h * 0.6) +
        trestles(w * 0.2, h * 0.98, h * 0.15, w * 0.26, color)
      : stage === 'done'
        ? bush(w * 0.05, h * 0.95, 130) + bush(w * 0.82, h * 0.96, 150)
        : ''
  return (
    sky +
    body +
    soffit +
    frame +
    sash(wx, wy, ww, wh) +
    box(w - 46, h * 0.13, 34, h * 0.73, tone.white) +
    ground +
    props
  )
}
