import { box, darker, type Point, shape, steps, stroke, tone, tube, within } from '../pen.ts'
import type { Scene } from '../sheet.ts'
import { shingled, slopeOf } from '../slope.ts'
import { laps, ROOFS, sash, WALLS, yard } from '../yard.ts'

/** A dormer on a slope: framed, wrapped, sided. */
export const dormer: Scene = (sheet) => {
  const { w, h, stage, between, same } = sheet
  const slope = slopeOf(sheet)
  const color = same(ROOFS)
  const { l, r, top, bottom, lean } = slope
  const [dw, dh] = [w * between(0.34, 0.44), h * between(0.3, 0.36)]
  const x = w * between(0.26, 0.36)
  const y = bottom - dh - h * 0.1
  const gable: Point[] = [
    [x - 30, y],
    [x + dw / 2, y - dw * 0.36],
    [x + dw + 30, y],
  ]
  const wallColor = same(WALLS)
  const front: Point[] = [
    [x, y + dh],
    [x, y],
    [x + dw / 2, y - dw * 0.34],
    [x + dw, y],
    [x + dw, y + dh],
  ]
  const open = { x: x + dw * 0.3, y: y + dh * 0.14, w: dw * 0.4, h: dh * 0.6 }
  const studs =
    shape(front, '#b79b6e') +
    within(
      'gable',
      front,
      steps(x, x + dw, dw / 8)
        .map((at) => box(at, y - dw * 0.4, 14, dh + dw * 0.5, tone.wood))
        .join('') + box(x, y - 4, dw, 20, tone.wood),
    ) +
    box(open.x - 14, open.y - 26, open.w + 28, open.h + 40, tone.wood) +
    box(open.x, open.y, open.w, open.h, tone.night, { opacity: 0.7 })
  const wrap =
    shape(front, tone.wrap) +
    within(
      'wrap',
      front,
      steps(x + 30, x + dw, 90)
        .map((at, n) =>
          box(at, y + 20 + (n % 3) * 60, 46, 8, tone.cold, { line: 'none', opacity: 0.6 }),
        )
        .join(''),
    )
  const sided =
    within('sided', front, laps({ x, y: y - dw * 0.4, w: dw, h: dh + dw * 0.4 }, wallColor, 22)) +
    stroke([...front, front[0] ?? [0, 0]])
  const cap = shape(
    [...gable, [x + dw + 30, y + 16], [x + dw / 2, y - dw * 0.36 + 24], [x - 30, y + 16]],
    stage === 'before' ? tone.wood : tone.white,
  )
  const cheek = shape(
    [
      [x + dw, y],
      [x + dw + dw * 0.3, y - dw * 0.26],
      [x + dw / 2 + dw * 0.3, y - dw * 0.5],
      [x + dw / 2, y - dw * 0.36],
    ],
    stage === 'before' ? tone.sheet : darker(color),
  )
  const body = {
    before: studs,
    'under way': wrap + sash(open.x, open.y, open.w, open.h),
    done: sided + sash(open.x, open.y, open.w, open.h),
  }[stage]
  const scaffold =
    stage === 'done'
      ? ''
      : [x - 90, x + dw + 90]
          .map((at) => tube(`M${at},${h + 10} V${y - 60}`, tone.steel, 9))
          .join('') +
        tube(`M${x - 120},${y + dh + 30} H${x + dw + 120}`, tone.wood, 14) +
        tube(`M${x - 110},${y + dh - 70} H${x + dw + 110}`, tone.orange, 6)
  return (
    yard(sheet, 0.5) +
    box(l + 30, bottom, r - l - 60, h, darker(wallColor, 0.08)) +
    shingled(slope, color, 1, 'slope') +
    stroke([...slope.corners, [l + lean, top]]) +
    cheek +
    body +
    cap +
    scaffold
  )
}
