import { invalid } from '@plumbline/contract/failures.ts'
import type { Proposal } from '../../documents/model.ts'

/** The typed fields of a form. */
export type Typed = Readonly<Record<string, string | undefined>>

/** The name of the box of an optional line, and of the circles of a choose-one section. */
export const boxName = (section: number, line: number) => `o${section}-${line}`
export const circleName = (section: number) => `c${section}`

/** A field of a form that chooses something. */
const CHOICE = /^[oc]\d/

/** The fields of a form that carry its choices on. */
export const choicesIn = (typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      value !== undefined && (name === 'choices' || CHOICE.test(name)) ? [[name, value]] : [],
    ),
  )

/**
 * A proposal with the choices of a form. A form without choices leaves it as it is. Fails with 400
 * for a choice that it does not offer.
 */
export function withChoices(proposal: Proposal, typed: Typed): Proposal {
  if (typed.choices === undefined) return proposal
  const known = new Set<string>()
  const sections = proposal.sections.map((section, at) => ({
    ...section,
    lines: section.lines.map((line, index) => {
      if (section.kind === 'included') return line
      const isRound = section.kind === 'choose_one'
      const name = isRound ? circleName(at) : boxName(at, index)
      known.add(name)
      return { ...line, chosen: typed[name] === (isRound ? String(index) : 'yes') }
    }),
  }))
  const unknown = Object.keys(typed).find((name) => CHOICE.test(name) && !known.has(name))
  const isOpen = sections.some(
    ({ kind, lines }) =>
      kind === 'choose_one' &&
      lines.length > 0 &&
      lines.filter(({ chosen }) => chosen).length !== 1,
  )
  if (unknown !== undefined || isOpen) throw invalid({ choices: 'Choose what is offered' })
  return { ...proposal, sections }
}
