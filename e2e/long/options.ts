/** Whether the short form runs, as in CI. */
const short = process.env.PLUMBLINE_SHORT === 'true'

/** The seed of all random choices of this run. `tools/long.js` chooses and prints it. */
export const seed = Number(process.env.PLUMBLINE_SEED ?? 1)

/** Returns the amount for the form that runs. */
export const size = (full: number, brief: number): number => (short ? brief : full)

/** Creates a seeded generator of random numbers from 0 to 1 (mulberry32). */
export function random(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
