/** The most letters of a name in QuickBooks Online. */
const MAX_NAME = 100

/**
 * Names for QuickBooks, where no two customers have the same, regardless of case, and none has a
 * colon: the second `Ana Ruiz` is `Ana Ruiz (2)`.
 * @param taken names that customers have already
 */
export function namesFor(
  customers: readonly { readonly id: string; readonly name: string }[],
  taken: readonly string[],
): Map<string, string> {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const nextFrom = new Map<string, number>()
  return new Map(
    customers.map(({ id, name }) => {
      const base = name
        .replaceAll(':', ' -')
        .slice(0, MAX_NAME - 8)
        .trim()
      let [number, given] = [nextFrom.get(base) ?? 1, base]
      if (number > 1) given = `${base} (${number})`
      while (used.has(given.toLowerCase())) given = `${base} (${++number})`
      nextFrom.set(base, number)
      used.add(given.toLowerCase())
      return [id, given]
    }),
  )
}
