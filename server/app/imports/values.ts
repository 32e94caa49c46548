import { NewJob } from '@plumbline/contract/jobs.ts'
import { NewUser, UserChange } from '@plumbline/contract/people.ts'
import { optionalEmail, optionalPhone, optionalText } from '@plumbline/contract/text.ts'
import { z } from 'zod'
import { newId } from '../../platform/db/ids.ts'
import { isFormula } from './names.ts'

/** A person in a list: the email address may be missing. The notes are for the office. */
export const ImportedPerson = z
  .object({
    ...NewUser.shape,
    email: optionalEmail.default(null),
    secondPhone: UserChange.shape.secondPhone,
    company: UserChange.shape.company,
    address: UserChange.shape.address,
    notes: optionalText(10_000).optional(),
    /** Whether first and last name are whole cells. */
    hasNameColumns: z.boolean().optional(),
  })
  // A last name can come from the middle of a cell, and only the beginning of cells was checked.
  .refine(({ lastName, hasNameColumns }) => hasNameColumns || !isFormula(lastName), {
    path: ['lastName'],
    error: ({ input }) =>
      `Begins with ${(input as { lastName: string }).lastName[0]}, which a spreadsheet runs as a formula`,
  })
  .refine((person) => person.role !== 'subcontractor' || person.specialty, {
    path: ['specialty'],
    message: 'Specialty is required',
  })
export type ImportedPerson = z.output<typeof ImportedPerson>

/** A person to add, with their new id. */
export type NewPerson = ImportedPerson & { readonly id: string }
export const withId = (person: ImportedPerson): NewPerson => ({ ...person, id: newId() })

/**
 * A job in a list. The customer may have a second phone number, which is stored for a client but
 * not for a job.
 */
export const ImportedJob = NewJob.and(z.object({ customerSecondPhone: optionalPhone.optional() }))
export type ImportedJob = z.output<typeof ImportedJob>
