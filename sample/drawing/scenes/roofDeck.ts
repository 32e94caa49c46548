import { box, flat, shape, steps, stroke, tone, tube, within } from '../pen.ts'
import { ladder } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { decked, felted, shingled, slopeOf, vent } from '../slope.ts'
import { yard } from '../yard.ts'

/** The deck laid bare: soft sheets, new sheets, dried in. */
export const roofDeck: Scene = (sheet) => {
  const { w, h, stage, between } = sheet
  const slope = slopeOf(sheet)
  const { l, r, top, bottom } = slope
  const back =
    yard(sheet, 0.5) +
    box(l + 30, bottom + 30, r - l - 60, h, '#cfc9bb') +
    shape(
      [
        [l, bottom],
        [r, bottom],
        [r, bottom + 30],
        [l, bottom + 30],
      ],
      tone.white,
    )
  const old = '#7f7a72'
  const body = {
    before: decked(slope, sheet, true) + shingled(slope, old, between(0.2, 0.4), 'left'),
    'under way': decked(slope, sheet, false),
    done: decked(slope, sheet, false) + felted(slope, 1),
  }[stage]
  const bar =
    stage === 'before' ? tube(`M${w * 0.4},${h * 0.7} l${w * 0.16},-60`, tone.orange, 10) : ''
  const tarp =
    stage === 'done' && sheet.perhaps(0.5)
      ? within(
          'tarp',
          slope.corners,
          flat(
            [
              [w * 0.5, top],
              [w, top],
              [w * 1.1, bottom],
              [w * 0.56, bottom],
            ],
            tone.cold,
            0.85,
          ) +
            steps(0, 5, 1)
              .map((n) =>
                stroke(
                  [
                    [w * 0.52, top + n * 130],
                    [w, top + n * 130 + 20],
                  ],
                  tone.wood,
                  12,
                ),
              )
              .join(''),
        )
      : ''
  return (
    back +
    body +
    stroke([...slope.corners, slope.corners[0] ?? [0, 0]]) +
    vent(w * between(0.3, 0.7), h * between(0.36, 0.5), 40) +
    bar +
    tarp +
    ladder(w * between(0.08, 0.7), h + 40, h * 0.34)
  )
}
