import { box, shape, tone } from '../pen.ts'
import type { Scene } from '../sheet.ts'
import { bush, house, ROOFS, tufts, WALLS, yard } from '../yard.ts'

/** The house as it stood on the first visit. */
export const firstVisit: Scene = (sheet) => {
  const { w, h, between, same } = sheet
  const home = house(
    sheet,
    { x: w * between(0.1, 0.2), y: h * between(0.4, 0.44), w: w * between(0.58, 0.68), h: h * 0.3 },
    { wall: same(WALLS), roof: same(ROOFS) },
  )
  const stake = (x: number) =>
    box(x, h * 0.78, 12, h * 0.12, tone.wood) +
    box(x, h * 0.78, 12, h * 0.03, tone.orange, { width: 1.6 })
  return (
    yard(sheet, between(0.62, 0.68)) +
    home +
    shape(
      [
        [w * 0.44, h * 0.73],
        [w * 0.54, h * 0.73],
        [w * 0.66, h + 5],
        [w * 0.34, h + 5],
      ],
      tone.concrete,
    ) +
    bush(w * 0.16, h * 0.78, 100) +
    bush(w * 0.66, h * 0.78, 90) +
    stake(w * between(0.1, 0.2)) +
    stake(w * between(0.76, 0.9)) +
    tufts(sheet, 24, [0, w], [h * 0.82, h])
  )
}
