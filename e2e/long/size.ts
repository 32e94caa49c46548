/** Whether the short form was asked for, as in CI. */
export const short = process.env.PLUMBLINE_SHORT === 'true'

/** What the random choices of this run begin with; `tools/long.js` chooses and prints it. */
export const seed = Number(process.env.PLUMBLINE_SEED ?? 1)

/** How much of something to do. */
export const size = (full: number, brief: number): number => (short ? brief : full)

/** Random numbers from 0 to 1 that come again with the same seed (mulberry32). */
export function random(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
