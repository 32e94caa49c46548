import { box, darker, lighter, steps, tone } from './pen.ts'

export const TILES = ['#e9e6dd', '#c8d3cf', '#b7c0c4', '#d8cbb8', '#a9b7ae', '#e2ddd0'] as const

export interface Field {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Tiles in running or straight bond from the bottom up; a part of the field that is set. */
export function tiled(
  { x, y, w, h }: Field,
  [tw, th]: readonly [number, number],
  color: string,
  { bond = 0.5, part = 1, gap = tone.white } = {},
): string {
  const rows = Math.ceil(h / th)
  const set = Math.round(rows * part)
  const body = steps(0, set, 1).map((n) => {
    const ty = y + h - (n + 1) * th
    const off = (n % 2) * bond * tw
    const short = part < 1 && n === set - 1 ? w * 0.55 : w
    return steps(x - off, x + short, tw)
      .map((tx, k) =>
        box(
          tx + 1.5,
          ty + 1.5,
          tw - 3,
          th - 3,
          (k * 7 + n * 3) % 11 === 0
            ? darker(color, 0.05)
            : (k + n * 5) % 9 === 0
              ? lighter(color, 0.3)
              : color,
          { width: 1.3 },
        ),
      )
      .join('')
  })
  return box(x, y + h - set * th, part < 1 ? 0 : w, set * th, gap, { line: 'none' }) + body.join('')
}
