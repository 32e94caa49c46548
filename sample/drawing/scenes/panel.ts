import { box, curve, flat, type Point, steps, stroke, tone, tube } from '../pen.ts'
import type { Scene } from '../sheet.ts'

/** An electrical panel between two studs: open, being wired, labelled. */
export const panel: Scene = ({ w, h, stage, between, pick }) => {
  const wall = pick([tone.sheet, '#d8cdb6', tone.concrete])
  const [pw, ph] = [w * (w > h ? 0.34 : 0.46), h * 0.62]
  const [x, y] = [(w - pw) * between(0.42, 0.58), h * between(0.2, 0.26)]
  const stud = (at: number) => box(at, -5, w * 0.07, h + 10, tone.wood)
  const studs = stud(x - w * 0.085) + stud(x + pw + w * 0.015)
  const feeds = [0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86].map((part, n) =>
    tube(
      `M${x + pw * part},${y + 10} C${x + pw * part},${y - 60} ${x + pw * part + (n - 3) * 22},${y * 0.6} ${x + pw * part + (n - 3) * 14},-10`,
      n === 3 ? tone.night : n % 3 ? tone.wire : tone.white,
      n === 3 ? 16 : 8,
    ),
  )
  const can =
    box(x, y, pw, ph, '#8f999f', { round: 4 }) +
    box(x + 14, y + 14, pw - 28, ph - 28, '#b9c1c5', { width: 2 })
  const rows = Math.floor(between(8, 11))
  const filled = { before: 2, 'under way': Math.ceil(rows * between(0.45, 0.7)), done: rows }[stage]
  const [bx, by, bh] = [x + pw * 0.27, y + ph * 0.24, (ph * 0.62) / rows]
  const breaker = (n: number, side: number) =>
    box(bx + side * pw * 0.24, by + n * bh, pw * 0.22, bh - 4, tone.night, { width: 1.6 }) +
    box(
      bx + side * pw * 0.24 + pw * (side ? 0.03 : 0.12),
      by + n * bh + bh * 0.28,
      pw * 0.07,
      bh * 0.36,
      tone.white,
      {
        width: 1,
      },
    )
  const lead = (n: number, side: number) => {
    const from: Point = [bx + (side ? pw * 0.46 : 0), by + n * bh + bh / 2]
    const out = side ? x + pw - 34 - (n % 3) * 8 : x + 34 + (n % 3) * 8
    return curve(`M${from[0]},${from[1]} H${out} V${y + 20}`, 'none', {
      line: pick([tone.night, tone.hot, tone.night]),
      width: 5,
    })
  }
  const two = (draw: (n: number, side: number) => string) =>
    steps(0, filled, 1)
      .flatMap((n) => [draw(n, 0), draw(n, 1)])
      .join('')
  const main =
    box(x + pw * 0.38, y + ph * 0.09, pw * 0.24, ph * 0.1, tone.night) +
    box(
      x + pw * 0.45,
      y + ph * 0.11,
      pw * 0.1,
      ph * 0.06,
      stage === 'done' ? tone.orange : tone.white,
      { width: 1.6 },
    )
  const label = (n: number, side: number) =>
    box(
      x + (side ? pw * 0.8 : pw * 0.06),
      by + n * bh + bh * 0.16,
      pw * 0.14,
      bh * 0.6,
      tone.white,
      { width: 1.2 },
    ) +
    stroke(
      [
        [x + (side ? pw * 0.82 : pw * 0.08), by + n * bh + bh * 0.46],
        [x + (side ? pw * 0.91 : pw * 0.17), by + n * bh + bh * 0.46],
      ],
      undefined,
      2,
    )
  const cover =
    stage === 'done'
      ? box(x - 8, y - 8, pw + 16, ph + 16, '#c7cdd0', { round: 6 }) +
        box(x + pw * 0.04, by - 14, pw * 0.92, ph * 0.68, '#b4bcc0', { round: 4, width: 2 })
      : ''
  return (
    box(0, 0, w, h, wall, { line: 'none' }) +
    steps(h * 0.5, h, h * 0.9)
      .map((at) =>
        stroke(
          [
            [0, at],
            [w, at],
          ],
          undefined,
          2,
          0.25,
        ),
      )
      .join('') +
    studs +
    feeds.join('') +
    can +
    (stage === 'done' ? cover : two(lead)) +
    main +
    two(breaker) +
    (stage === 'done' ? two(label) : '') +
    (stage === 'done'
      ? ''
      : flat(
          [
            [x + 14, y + 14],
            [x + pw * 0.2, y + 14],
            [x + 14, y + ph * 0.5],
          ],
          tone.white,
          0.25,
        ))
  )
}
