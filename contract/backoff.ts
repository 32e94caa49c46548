/**
 * The delay before the next attempt, which doubles with each failure up to `longest`.
 * @param failures the failed attempts since the last success, beginning with 0 for the first retry
 * @param first in the unit of the result, such as milliseconds
 */
export const backoffDelay = (failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** failures, longest)
