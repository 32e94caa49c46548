import { box, curve, lighter, shape, steps, stroke, tone } from '../pen.ts'
import { ladder, trestles } from '../props.ts'
import type { Scene } from '../sheet.ts'
import { bush, cone, laps, roofOver, sash, WALLS, yard } from '../yard.ts'

/** A front porch: shored, framed, finished. */
export const porch: Scene = (sheet) => {
  const { w, h, stage, between, same } = sheet
  const wall = same(WALLS)
  const ground = h * 0.84
  const back =
    yard(sheet, 0.6) +
    laps({ x: w * 0.06, y: h * 0.1, w: w * 0.88, h: h * 0.7 }, wall, 30) +
    sash(w * 0.18, h * 0.38, w * 0.13, h * 0.26) +
    sash(w * 0.7, h * 0.38, w * 0.13, h * 0.26) +
    box(w * 0.44, h * 0.34, w * 0.13, h * 0.42, tone.white) +
    box(w * 0.455, h * 0.37, w * 0.1, h * 0.39, same(['#7c3f33', '#4f6470', '#5f7263']))
  const roofY = h * between(0.28, 0.32)
  const metal = '#8e999f'
  const roof =
    stage === 'before'
      ? roofOver(w * 0.04, roofY, w * 0.92, h * 0.14, '#7d756c')
      : shape(
          [
            [w * 0.04, roofY],
            [w * 0.96, roofY],
            [w * 0.9, roofY - h * 0.14],
            [w * 0.1, roofY - h * 0.14],
          ],
          stage === 'done' ? metal : tone.sheet,
        ) +
        steps(0.02, 1, 0.06)
          .map((p) =>
            stage === 'done'
              ? stroke(
                  [
                    [w * (0.04 + 0.92 * p), roofY],
                    [w * (0.1 + 0.8 * p), roofY - h * 0.14],
                  ],
                  undefined,
                  3,
                )
              : '',
          )
          .join('')
  const beam = box(w * 0.06, roofY, w * 0.88, h * 0.05, stage === 'done' ? tone.white : tone.wood)
  const deckY = h * 0.76
  const floor =
    box(w * 0.04, deckY, w * 0.92, h * 0.03, stage === 'done' ? '#8d9598' : tone.wood) +
    steps(w * 0.04, w * 0.96, 26)
      .map((x) =>
        stroke(
          [
            [x, deckY],
            [x, deckY + h * 0.03],
          ],
          undefined,
          1.4,
          0.5,
        ),
      )
      .join('')
  const skirt = box(
    w * 0.06,
    deckY + h * 0.03,
    w * 0.88,
    ground - deckY - h * 0.03,
    stage === 'done' ? lighter(wall, 0.4) : '#8b8471',
  )
  const turned = (x: number) =>
    box(x - 17, roofY + h * 0.05, 34, 60, tone.white) +
    box(x - 17, deckY - 90, 34, 90, tone.white) +
    curve(
      `M${x - 12},${roofY + h * 0.05 + 60} q-10,60 4,110 q-10,40 -6,${deckY - 90 - roofY - h * 0.05 - 170} h28 q4,-${deckY - 260 - roofY - h * 0.05} -6,-${deckY - 260 - roofY - h * 0.05} q14,-50 4,-110z`,
      tone.white,
    )
  const plain = (x: number) =>
    box(x - 10, roofY + h * 0.05, 20, ground - roofY - h * 0.05, tone.wood) +
    box(x - 34, ground - 10, 68, 14, tone.wood)
  const spots = [0.1, 0.36, 0.64, 0.9].map((p) => w * p)
  const posts =
    stage === 'before'
      ? spots.map((x, n) => (n === 1 ? plain(x) : turned(x))).join('')
      : stage === 'done'
        ? spots.map(turned).join('')
        : spots.map(plain).join('')
  const rails =
    stage === 'done'
      ? [
          [0.1, 0.36],
          [0.64, 0.9],
        ]
          .map(
            ([a = 0, b = 0]) =>
              box(w * a, deckY - 82, w * (b - a), 10, tone.white) +
              box(w * a, deckY - 20, w * (b - a), 10, tone.white) +
              steps(w * a + 22, w * b - 8, 22)
                .map((x) => box(x, deckY - 74, 7, 56, tone.white, { width: 1.4 }))
                .join(''),
          )
          .join('')
      : ''
  const steps3 =
    stage === 'under way'
      ? ''
      : [0, 1, 2]
          .map((n) =>
            box(
              w * (0.4 - n * 0.012),
              deckY + h * 0.03 * (n + 1) - 4,
              w * (0.2 + n * 0.024),
              h * 0.032,
              stage === 'done' ? '#9aa1a2' : tone.oldWood,
            ),
          )
          .join('')
  const work =
    stage === 'under way'
      ? trestles(w * 0.5, h * 0.96, h * 0.13, w * 0.3) + ladder(w * 0.76, h * 0.95, h * 0.62)
      : stage === 'before'
        ? cone(w * 0.3, h * 0.97, 110)
        : bush(w * 0.03, h * 0.93, 130) + bush(w * 0.84, h * 0.93, 130)
  return back + roof + skirt + floor + posts + beam + rails + steps3 + work
}
