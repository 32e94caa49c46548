import { box, disc, flat, lighter, steps, stroke, tone, tube } from '../pen.ts'
import { level } from '../props.ts'
import type { Scene } from '../sheet.ts'

/** Water lines and drains between studs, close. */
export const pipes: Scene = (sheet) => {
  const { w, h, stage, between, pick } = sheet
  const behind = pick([tone.sheet, '#cfc0a2', '#d3c6ab'])
  const space = w * between(0.26, 0.33)
  const start = w * between(0.02, 0.1)
  const wide = w * 0.062
  const studs = steps(start, w, space).map(
    (x) =>
      box(x, -6, wide, h + 12, tone.wood) +
      flat(
        [
          [x + wide, 0],
          [x + wide + 16, 0],
          [x + wide + 16, h],
          [x + wide, h],
        ],
        '#39434b',
        0.13,
      ),
  )
  const old = stage === 'before'
  const [hot, cold] = old
    ? [tone.steel, '#8d8a80']
    : pick([
        [tone.hot, tone.cold],
        [tone.copper, lighter(tone.copper, 0.12)],
        [tone.hot, tone.cold],
      ] as const)
  const drain = old ? '#6d6a66' : pick([tone.white, tone.night])
  const dx = start + space + wide + (space - wide) * between(0.35, 0.6)
  const dy = h * between(0.52, 0.64)
  const trap =
    tube(`M${dx},-10 V${h + 10}`, drain, w * 0.055) +
    tube(`M${dx},${dy} H${start + space * 2.6}`, drain, w * 0.046) +
    box(dx - w * 0.042, dy - w * 0.045, w * 0.084, w * 0.09, drain, { round: 6 })
  const [ya, yb] = [h * between(0.3, 0.36), h * between(0.4, 0.45)]
  const end = start + space * 2.45
  const line = (y: number, color: string, drop: number) =>
    tube(`M-10,${y} H${end} V${y - drop}`, color, 13)
  const stubs =
    stage === 'done'
      ? [ya, yb]
          .map((y, n) =>
            box(end - 22, y - h * (n ? 0.2 : 0.16) - 26, 44, 30, n ? tone.cold : tone.hot, {
              round: 4,
            }),
          )
          .join('')
      : ''
  const plates = old
    ? ''
    : steps(start, w, space)
        .flatMap((x) =>
          [ya, yb, dy].map((y) =>
            x > end ? '' : box(x + wide * 0.12, y - 34, wide * 0.76, 68, '#c3ccd1', { width: 1.8 }),
          ),
        )
        .join('')
  const torch =
    stage === 'under way'
      ? tube(
          `M${w * 0.08},${h} C${w * 0.12},${h * 0.82} ${w * 0.22},${h * 0.84} ${w * 0.2},${h * 0.72}`,
          tone.cold,
          13,
        ) + level(w * 0.52, h * 0.86, w * 0.3, -3)
      : ''
  const rust = old
    ? [0.2, 0.5, 0.8]
        .map((part) => disc(start + space * 2.3 * part, yb, 15, '#9a6a4a', { width: 2 }))
        .join('')
    : ''
  const gauge =
    stage === 'done'
      ? stroke(
          [
            [w * 0.8, h * 0.68],
            [w * 0.8, h * 0.78],
          ],
          tone.copper,
          12,
        ) +
        disc(w * 0.8, h * 0.62, w * 0.055, tone.white) +
        disc(w * 0.8, h * 0.62, 6, tone.night) +
        stroke(
          [
            [w * 0.8, h * 0.62],
            [w * 0.8 + 24, h * 0.62 - 26],
          ],
          tone.orange,
          5,
        ) +
        tube(`M-10,${h * 0.79} H${w * 0.86}`, tone.copper, 13)
      : ''
  return (
    box(0, 0, w, h, behind, { line: 'none' }) +
    box(0, h * 0.93, w, h * 0.08, tone.wood) +
    trap +
    studs.join('') +
    line(ya, hot, h * 0.16) +
    line(yb, cold, h * 0.2) +
    tube(`M${dx - w * 0.05},${dy} H${dx + w * 0.05}`, drain, w * 0.046) +
    rust +
    plates +
    stubs +
    gauge +
    torch
  )
}
