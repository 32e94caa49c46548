import sharp from 'sharp'
import { paper } from './pen.ts'
import { type SceneName, scenes } from './scenes.ts'
import { type Stage, sheetOf } from './sheet.ts'

export interface Drawing {
  /** What makes it unlike all others; the same name is always drawn alike. */
  readonly name: string
  /** What the drawings of one place have in common: the color of its walls, its roof, its tiles. */
  readonly place: string
  readonly scene: SceneName
  readonly stage: Stage
  readonly upright: boolean
}

/** Pixels for one of the sheet: enough for a screen, and a quarter less to paint and encode than all of it. */
const SCALE = 1024 / 1200

/** The drawing as SVG. */
export function svgOf({ name, place, scene, stage, upright }: Drawing): string {
  const sheet = sheetOf(name, place, stage, upright)
  const { w, h } = sheet
  const [width, height] = [w, h].map((side) => Math.round(side * SCALE))
  const frame = `viewBox="0 0 ${w} ${h}" width="${width}" height="${height}" stroke-linejoin="round" stroke-linecap="round"`
  const ground = `<rect width="${w}" height="${h}" fill="${paper}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${ground}${scenes[scene](sheet)}</svg>`
}

/** The drawing as a camera would give it: a JPEG that knows when it was taken. */
export function photographOf(
  drawing: Drawing,
  { local, offset }: { local: string; offset: string },
): Promise<Buffer> {
  const IFD2 = {
    DateTimeOriginal: local.replaceAll('-', ':').replace('T', ' '),
    OffsetTimeOriginal: offset,
  }
  return sharp(Buffer.from(svgOf(drawing)))
    .flatten({ background: paper })
    .jpeg({ quality: 72 })
    .withExif({ IFD2 })
    .toBuffer()
}
