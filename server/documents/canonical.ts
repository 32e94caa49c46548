import { createHash } from 'node:crypto'
import { sectionKinds } from '@plumbline/contract/pricedLines.ts'
import { z } from 'zod'
import type { Proposal } from './model.ts'

/**
 * A value in the one form that is hashed and stored: sorted keys, text and whole numbers. Yes and
 * no are 1 and 0, and what is null is left out.
 */
export function canonicalOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'string' || Number.isSafeInteger(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(',')}]`
  if (typeof value !== 'object' || value === null) throw new Error(`${typeof value} is not stored`)
  const fields = Object.entries(value)
    .filter(([, one]) => one !== null && one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonicalOf(one)}`)
  return `{${fields.join(',')}}`
}

export const sha256Of = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex')

const flag = z.union([z.literal(0), z.literal(1)]).transform(Boolean)
const optional = z.string().nullable().default(null)
const share = z
  .object({ kind: z.enum(['percent', 'amount']), value: z.string() })
  .nullable()
  .default(null)

const StoredProposal = z.object({
  title: z.string(),
  change: z
    .object({ number: z.number(), job: z.string(), daysAdded: z.number(), movesEnd: flag })
    .nullable()
    .default(null),
  company: z.object({ name: z.string(), address: optional, phone: optional, license: optional }),
  customer: z.object({ name: optional, address: optional, phone: optional, email: optional }),
  site: z.string(),
  introduction: optional,
  photos: z
    .array(
      z.object({
        caption: optional,
        day: z.string(),
        width: z.number(),
        height: z.number(),
        sha256: z.string(),
      }),
    )
    // Earlier versions have none.
    .default([]),
  scope: optional,
  sections: z.array(
    z.object({
      title: z.string(),
      kind: z.enum(sectionKinds),
      lines: z.array(
        z.object({
          description: z.string(),
          details: optional,
          quantity: z.string(),
          unit: optional,
          unitPrice: z.string(),
          taxable: flag,
          allowance: flag,
          chosen: flag,
        }),
      ),
    }),
  ),
  discount: share,
  taxRate: z.string(),
  taxName: z.string(),
  schedule: z.array(z.object({ title: z.string(), share })),
  terms: z.array(z.object({ title: z.string(), text: z.string(), ownPage: flag })),
  consent: z.string(),
  amount: optional,
})

/** The proposal in a stored version. */
export const readProposal = (stored: string): Proposal => StoredProposal.parse(JSON.parse(stored))
