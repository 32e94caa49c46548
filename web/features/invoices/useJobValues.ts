import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import type { JobInvoicing } from '@plumbline/contract/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { jobQuery } from '../../api/jobs.ts'
import { newLineValues } from '../changeOrders/draft.ts'
import { basisKinds, type InvoiceForm, newBasis } from './draft.ts'

interface JobOfInvoice {
  /** A credit memo has lines, whatever the job has. */
  kind: InvoiceKind
  jobId: string | null
  /** Undefined without a job, and until it was read. */
  job: JobInvoicing | undefined
  /** The invoice that is edited; null for a new one. */
  invoiceId: string | null
  /** Whether the form is filled in already. */
  isFilledIn: boolean
}

/**
 * Fills in what follows from the job whenever another one is chosen: the first way of filling that
 * it has, no change orders, and its customer if none is chosen.
 */
export function useJobValues(
  { control, getValues, setValue }: InvoiceForm,
  { kind: invoiceKind, jobId, job, invoiceId, isFilledIn }: JobOfInvoice,
) {
  const filledFor = useRef(isFilledIn ? jobId : undefined)
  useEffect(() => {
    if (filledFor.current === jobId || (jobId !== null && !job)) return
    filledFor.current = jobId
    const [kind = 'lines'] = invoiceKind === 'invoice' ? basisKinds(job, invoiceId) : []
    setValue('basis', newBasis(kind, job, invoiceId))
    setValue('changeOrderIds', [])
  }, [invoiceKind, jobId, job, invoiceId, setValue])

  const basis = useWatch({ control, name: 'basis' })
  useEffect(() => {
    // A table without a line would only have a button.
    if (basis.kind === 'lines' && (getValues('lines') ?? []).length === 0)
      setValue('lines', [newLineValues(getValues('taxRate') !== '0')])
  }, [basis.kind, getValues, setValue])

  const customerFor = useRef<string | null>(null)
  const { data: facts } = useQuery({ ...jobQuery(jobId ?? 'none'), enabled: jobId !== null })
  useEffect(() => {
    // Only once, so that it can be cleared.
    if (!facts || customerFor.current === facts.id) return
    customerFor.current = facts.id
    if (facts.customerId && !getValues('customerId')) setValue('customerId', facts.customerId)
  }, [facts, getValues, setValue])
}
