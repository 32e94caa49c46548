/** How far the items of a list are counted: a total of that many stands for that many or more. */
export const COUNTED_TO = 10_000

/** The total of a list as text: `9,999`, then `10,000+`. */
export function totalText(total: number): string {
  return total < COUNTED_TO
    ? total.toLocaleString('en-US')
    : `${COUNTED_TO.toLocaleString('en-US')}+`
}
