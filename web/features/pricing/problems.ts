import type { z } from 'zod'
import { type Draft, isEmptyLine } from './draft.ts'

/** The first thing that is wrong with a price, and where: `Footings, price: Enter a number`. */
export function problemOf(draft: Draft, error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'Something is wrong'
  return [placeName(draft, issue.path), issue.message].filter(Boolean).join(': ')
}

/** The names of the fields of a line within a sentence. */
const fieldNames: Readonly<Record<string, string>> = {
  ...{ description: 'description', details: 'details', quantity: 'quantity', unit: 'unit' },
  ...{ unitPrice: 'price', unitCost: 'cost' },
}

function placeName(draft: Draft, path: readonly unknown[]): string {
  const [part, index, field, line, cell] = path
  const at = Number(index)
  switch (part) {
    case 'sections': {
      const section = draft.sections[at]
      if (!section) return ''
      const title = section.title || `Section ${at + 1}`
      if (field !== 'lines' || line === undefined) return title
      // Empty lines are not sent, and so not counted.
      const named = section.lines.filter((one) => !isEmptyLine(one))[Number(line)]
      const name = named?.description.trim() || `${title}, line ${Number(line) + 1}`
      const label = fieldNames[String(cell)]
      return label ? `${name}, ${label}` : name
    }
    case 'discount':
      return 'Discount'
    case 'taxRate':
      return 'Sales tax'
    case 'schedule':
      return draft.schedule[at]?.title || (index === undefined ? 'Payments' : `Payment ${at + 1}`)
    case 'validDays':
      return 'Valid for'
    case 'introduction':
      return 'Introduction'
    case 'terms':
      return draft.terms[at]?.title || (index === undefined ? 'Terms' : `Terms ${at + 1}`)
    default:
      return ''
  }
}
