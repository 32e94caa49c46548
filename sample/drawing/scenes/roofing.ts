import { box, curve, darker, mix, shape, steps, stroke, tone, within } from '../pen.ts'
import type { Scene } from '../sheet.ts'
import { decked, felted, shingled, slopeOf, vent } from '../slope.ts'
import { ROOFS, WALLS, yard } from '../yard.ts'

function chimney(x: number, y: number, s: number): string {
  return (
    box(x, y - s * 1.3, s, s * 1.5, tone.brick) +
    steps(0, 7, 1)
      .map(
        (n) =>
          stroke(
            [
              [x, y - s * 1.3 + (n * s * 1.5) / 7],
              [x + s, y - s * 1.3 + (n * s * 1.5) / 7],
            ],
            tone.white,
            2.4,
            0.8,
          ) +
          [0.25, 0.75]
            .map((p) =>
              stroke(
                [
                  [x + s * ((p + (n % 2) * 0.25) % 1), y - s * 1.3 + (n * s * 1.5) / 7],
                  [x + s * ((p + (n % 2) * 0.25) % 1), y - s * 1.3 + ((n + 1) * s * 1.5) / 7],
                ],
                tone.white,
                2.4,
                0.8,
              ),
            )
            .join(''),
      )
      .join('') +
    box(x, y - s * 1.3, s, s * 1.5, 'none') +
    box(x - s * 0.08, y - s * 1.38, s * 1.16, s * 0.12, tone.concrete) +
    shape(
      [
        [x - s * 0.1, y + s * 0.2],
        [x - s * 0.02, y],
        [x + s * 1.02, y],
        [x + s * 1.1, y + s * 0.2],
      ],
      tone.steel,
    )
  )
}

/** A slope: what was there, torn off and dried in, shingles on. */
export const roofing: Scene = (sheet) => {
  const { w, h, stage, between, same, perhaps } = sheet
  const slope = slopeOf(sheet)
  const color = same(ROOFS)
  const { l, r, top, bottom, lean } = slope
  const back = yard(sheet, 0.52)
  const ridge =
    shape(
      [
        [l + lean - 8, top - 12],
        [r - lean + 8, top - 12],
        [r - lean + 12, top + 14],
        [l + lean - 12, top + 14],
      ],
      stage === 'done' ? darker(color) : stage === 'before' ? color : tone.sheet,
    ) +
    (stage === 'under way'
      ? ''
      : steps(l + lean + 30, r - lean, 46)
          .map((x) =>
            stroke(
              [
                [x, top - 12],
                [x, top + 14],
              ],
              undefined,
              1.6,
              0.6,
            ),
          )
          .join(''))
  const eave =
    shape(
      [
        [l, bottom],
        [r, bottom],
        [r, bottom + 30],
        [l, bottom + 30],
      ],
      tone.white,
    ) + box(l + 30, bottom + 30, r - l - 60, h, darker(same(WALLS), 0.12))
  const through =
    chimney(w * between(0.6, 0.78), h * between(0.3, 0.4), 100) +
    (perhaps(0.6) ? vent(w * between(0.2, 0.5), h * between(0.4, 0.5), 44) : '')
  const upTo = between(0.35, 0.6)
  const bundles = [0, 1, 2]
    .map((n) => box(w * 0.18 + n * 8, top - 40 - n * 26, 150, 26, n % 2 ? color : darker(color)))
    .join('')
  const worn = within(
    'worn',
    slope.corners,
    steps(0, 10, 1)
      .map(() => {
        const [x, y] = [between(l + lean, r - lean), between(top + 20, bottom - 40)]
        return curve(
          `M${x},${y} q30,-14 60,0 q20,24 -16,30 q-50,6 -44,-30z`,
          mix(color, tone.leaf, 0.45),
          {
            width: 1.4,
            opacity: 0.8,
          },
        )
      })
      .join(''),
  )
  const body = {
    before: shingled(slope, mix(color, '#a39a8a', 0.35), 1, 'old') + worn,
    'under way':
      decked(slope, sheet, false) +
      felted(slope, between(0.7, 1)) +
      shingled(slope, color, upTo, 'new'),
    done: shingled(slope, color, 1, 'new'),
  }[stage]
  return (
    back +
    eave +
    body +
    ridge +
    stroke([...slope.corners, [l + lean, top]]) +
    through +
    (stage === 'under way' ? bundles : '')
  )
}
