import { numberOf } from '../fixed.ts'
import type { Point } from './pen.ts'

export const stages = ['before', 'under way', 'done'] as const
export type Stage = (typeof stages)[number]

/** What a scene is asked for: the size of the sheet, how far the work is, and what differs from one to the next. */
export interface Sheet {
  readonly w: number
  readonly h: number
  readonly stage: Stage
  /** From `least` to `most`, the next of a fixed row of numbers. */
  between(least: number, most: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** One of the list, the same one in all drawings of a place. */
  same<T>(list: readonly [T, ...T[]]): T
  /** True as often as `part` says. */
  perhaps(part: number): boolean
}

export type Scene = (sheet: Sheet) => string

const chosen = <T>([first, ...rest]: readonly [T, ...T[]], part: number): T =>
  [first, ...rest][Math.floor(part * (rest.length + 1))] ?? first

/** A sheet whose chances are those of its name and of the place it shows. */
export function sheetOf(name: string, place: string, stage: Stage, upright: boolean): Sheet {
  let state = numberOf(`drawing/${name}`, 1, 0x7fffffff)
  // Park and Miller's row: a drawing asks hundreds of times, which hashes would take too long for.
  const chance = () => {
    state = (state * 48_271) % 0x7fffffff
    return state / 0x7fffffff
  }
  return {
    ...(upright ? { w: 900, h: 1200 } : { w: 1200, h: 900 }),
    stage,
    between: (least, most) => least + chance() * (most - least),
    pick: (list) => chosen(list, chance()),
    same: (list) => chosen(list, numberOf(`drawing/${place}`, 0, 999) / 1000),
    perhaps: (part) => chance() < part,
  }
}

/** Looks along one axis: `x` and `y` as on the far plane (`z` 1), `z` from there to the near one (0). */
export interface View {
  at(x: number, y: number, z: number): Point
  readonly eye: Point
}

/** @param near how much larger things are on the near plane than on the far one */
export function viewFrom(eye: Point, near: number): View {
  const size = (z: number) => 1 / (1 / near + z * (1 - 1 / near))
  return {
    eye,
    at: (x, y, z) => [eye[0] + (x - eye[0]) * size(z), eye[1] + (y - eye[1]) * size(z)],
  }
}
