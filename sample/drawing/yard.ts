import { box, curve, darker, disc, flat, lighter, mix, shape, steps, stroke, tone } from './pen.ts'
import type { Sheet } from './sheet.ts'

/** What houses are sided and roofed with. */
export const WALLS = ['#c9d1c4', '#b9c5cc', '#e3ddcf', '#d8c7ae', '#a9b7ae', '#cdbfb4'] as const
export const ROOFS = ['#6b747b', '#7a6a60', '#596269', '#6f7a70', '#8a7466'] as const

/** Sky, trees far off and the ground in front; the horizon at `at` of the height. */
export function yard({ w, h, between, pick, perhaps }: Sheet, at: number, ground?: string): string {
  const y = h * at
  const soil = ground ?? pick([tone.grass, '#c0c39f', '#adb896'])
  const sky = pick([tone.sky, '#eae6da', '#dde6ea', '#efe4d6'])
  const start = between(-80, 40)
  const trees = steps(start, w + 60, 130).map((x, n) =>
    perhaps(0.7)
      ? tree(
          x + between(-30, 30),
          y + 6,
          between(70, 150),
          n % 2 ? tone.leaf : mix(tone.leaf, tone.haze, 0.5),
        )
      : '',
  )
  const sun = perhaps(0.3)
    ? disc(w * between(0.1, 0.9), h * 0.12, 34, lighter(sky, 0.6), { line: 'none' })
    : ''
  return (
    box(0, 0, w, h, sky, { line: 'none' }) +
    sun +
    curve(
      `M0,${y} Q${w * 0.3},${y - 46} ${w * 0.6},${y - 14} T${w},${y - 26} V${y + 10} H0z`,
      tone.haze,
      {
        line: 'none',
      },
    ) +
    trees.join('') +
    box(-5, y, w + 10, h - y + 10, soil)
  )
}

export function tree(x: number, y: number, size: number, color: string = tone.leaf): string {
  return (
    box(x - size * 0.05, y - size * 0.6, size * 0.1, size * 0.6, tone.oldWood, { width: 2 }) +
    curve(
      `M${x - size * 0.42},${y - size * 0.5} q-${size * 0.16},-${size * 0.4} ${size * 0.18},-${size * 0.5} q${size * 0.2},-${size * 0.38} ${size * 0.42},-${size * 0.06} q${size * 0.36},${size * 0.02} ${size * 0.24},${size * 0.4} q0,${size * 0.22} -${size * 0.3},${size * 0.2}z`,
      color,
      { width: 2.2 },
    )
  )
}

export const bush = (x: number, y: number, size: number, color: string = tone.leaf) =>
  curve(
    `M${x},${y} q-${size * 0.3},-${size * 0.5} ${size * 0.2},-${size * 0.6} q${size * 0.3},-${size * 0.4} ${size * 0.6},0 q${size * 0.5},${size * 0.1} ${size * 0.2},${size * 0.6}z`,
    color,
    { width: 2.2 },
  )

/** Tufts of grass and clods, so that the ground is no plain. */
export const tufts = (
  { between }: Sheet,
  count: number,
  x: readonly [number, number],
  y: readonly [number, number],
  line = '#39434b',
) =>
  steps(0, count, 1)
    .map(() => {
      const [cx, cy] = [between(...x), between(...y)]
      return curve(`M${cx},${cy} l4,-14 m4,14 l6,-12 m2,13 l9,-8`, 'none', {
        line,
        width: 1.8,
        opacity: 0.5,
      })
    })
    .join('')

export interface Facade {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Lap siding or boards: courses up to a part of the wall. */
export function laps({ x, y, w, h }: Facade, color: string, by: number, part = 1): string {
  const from = y + h * (1 - part)
  return (
    box(x, from, w, h * part, color) +
    steps(from + by, y + h, by)
      .map((at) =>
        stroke(
          [
            [x, at],
            [x + w, at],
          ],
          undefined,
          1.8,
          0.55,
        ),
      )
      .join('')
  )
}

/** A window from outside. */
export function sash(
  x: number,
  y: number,
  w: number,
  h: number,
  casing: string = tone.white,
  glass: string = '#8fa3ab',
): string {
  const c = w * 0.11
  return (
    box(x - c, y - c, w + 2 * c, h + 2 * c, casing) +
    box(x, y, w, h, glass) +
    flat(
      [
        [x + w * 0.1, y + h],
        [x + w * 0.5, y],
        [x + w * 0.75, y],
        [x + w * 0.3, y + h],
      ],
      tone.white,
      0.28,
    ) +
    box(x, y, w, h, 'none', { width: 6, line: casing }) +
    stroke(
      [
        [x, y + h / 2],
        [x + w, y + h / 2],
      ],
      casing,
      8,
    ) +
    stroke(
      [
        [x, y + h / 2 + 4],
        [x + w, y + h / 2 + 4],
      ],
      undefined,
      2,
    ) +
    box(x, y, w, h, 'none', { width: 2 }) +
    box(x - c * 1.5, y + h + c, w + 3 * c, c * 0.8, casing)
  )
}

/** A roof seen from the front, its courses and its edge. */
export function roofOver(x: number, y: number, w: number, rise: number, color: string): string {
  const inset = rise * 0.5
  const rows = steps(y - rise + 16, y - 4, 16).map((at) => {
    const k = ((y - at) / rise) * inset
    return stroke(
      [
        [x + k, at],
        [x + w - k, at],
      ],
      undefined,
      1.5,
      0.4,
    )
  })
  return (
    shape(
      [
        [x, y],
        [x + w, y],
        [x + w - inset, y - rise],
        [x + inset, y - rise],
      ],
      color,
    ) +
    rows.join('') +
    box(x - 6, y - 4, w + 12, 16, tone.white)
  )
}

/** A house as it stands: siding, roof, windows, a door. */
export function house(
  sheet: Sheet,
  at: Facade,
  { wall, roof, bare = false }: { wall: string; roof: string; bare?: boolean },
): string {
  const { x, y, w, h } = at
  const windows = (bare ? [] : steps(x + w * 0.1, x + w * 0.86, w * 0.29)).map((wx, n) =>
    n === 1 ? '' : sash(wx, y + h * 0.25, w * 0.13, h * 0.4),
  )
  const door = bare
    ? ''
    : box(x + w * 0.42, y + h * 0.22, w * 0.13, h * 0.78, tone.white) +
      box(
        x + w * 0.435,
        y + h * 0.27,
        w * 0.1,
        h * 0.73,
        sheet.same(['#7c3f33', '#4f6470', '#5f7263']),
      ) +
      disc(x + w * 0.52, y + h * 0.66, 4, tone.wire, { width: 1.4 })
  return (
    laps(at, wall, 18) +
    windows.join('') +
    door +
    box(x, y + h - 12, w, 18, tone.concrete) +
    roofOver(x - w * 0.05, y, w * 1.1, h * 0.62, roof) +
    flat(
      [
        [x, y + 12],
        [x + w, y + 12],
        [x + w, y + 26],
        [x, y + 26],
      ],
      '#39434b',
      0.15,
    )
  )
}

/** A digger at rest. */
export function digger(x: number, y: number, s: number): string {
  const body = '#d9a640'
  return (
    box(x, y - s * 0.28, s * 1.1, s * 0.28, tone.night, { round: s * 0.14 }) +
    [0.16, 0.4, 0.7, 0.94]
      .map((part) => disc(x + s * part, y - s * 0.14, s * 0.09, tone.dark, { width: 2 }))
      .join('') +
    shape(
      [
        [x + s * 0.05, y - s * 0.3],
        [x + s * 0.95, y - s * 0.3],
        [x + s * 0.95, y - s * 0.62],
        [x + s * 0.05, y - s * 0.62],
      ],
      body,
    ) +
    shape(
      [
        [x + s * 0.5, y - s * 0.62],
        [x + s * 0.92, y - s * 0.62],
        [x + s * 0.86, y - s * 1.12],
        [x + s * 0.5, y - s * 1.12],
      ],
      body,
    ) +
    shape(
      [
        [x + s * 0.56, y - s * 0.66],
        [x + s * 0.86, y - s * 0.66],
        [x + s * 0.82, y - s * 1.05],
        [x + s * 0.56, y - s * 1.05],
      ],
      tone.glass,
    ) +
    stroke(
      [
        [x + s * 0.95, y - s * 0.5],
        [x + s * 1.5, y - s * 1.3],
        [x + s * 2.05, y - s * 0.75],
        [x + s * 1.9, y - s * 0.1],
      ],
      '#39434b',
      s * 0.14,
    ) +
    stroke(
      [
        [x + s * 0.95, y - s * 0.5],
        [x + s * 1.5, y - s * 1.3],
        [x + s * 2.05, y - s * 0.75],
        [x + s * 1.9, y - s * 0.1],
      ],
      body,
      s * 0.14 - 5,
    ) +
    shape(
      [
        [x + s * 1.7, y - s * 0.2],
        [x + s * 2, y - s * 0.12],
        [x + s * 1.95, y + s * 0.14],
        [x + s * 1.66, y + s * 0.1],
      ],
      darker(tone.dark),
    )
  )
}

/** Warning cone. */
export const cone = (x: number, y: number, h: number) =>
  box(x - h * 0.34, y - h * 0.1, h * 0.68, h * 0.1, tone.orange) +
  shape(
    [
      [x - h * 0.07, y - h],
      [x + h * 0.07, y - h],
      [x + h * 0.26, y - h * 0.1],
      [x - h * 0.26, y - h * 0.1],
    ],
    tone.orange,
  ) +
  shape(
    [
      [x - h * 0.13, y - h * 0.66],
      [x + h * 0.13, y - h * 0.66],
      [x + h * 0.18, y - h * 0.44],
      [x - h * 0.18, y - h * 0.44],
    ],
    tone.white,
    { width: 2 },
  )
