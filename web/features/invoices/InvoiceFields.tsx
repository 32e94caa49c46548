import { customerRoutes } from '@plumbline/contract/customers.ts'
import type { Problem } from '@plumbline/contract/invoiceAmounts.ts'
import { type InvoiceKind, termNames } from '@plumbline/contract/invoiceStatuses.ts'
import { MAX_LINES } from '@plumbline/contract/pricing.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { query } from '../../api/query.ts'
import { DateField, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { CustomerField } from '../../pickers/CustomerField.tsx'
import { JobField } from '../../pickers/pickerFields.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { linesFormOf } from '../changeOrders/draft.ts'
import { LinesField } from '../changeOrders/LinesField.tsx'
import { proposalSettingsQuery } from '../pricing/api.ts'
import { optionsOf } from '../pricing/texts.ts'
import { jobInvoicing } from './api.ts'
import { BasisFields } from './BasisFields.tsx'
import { ChangesField } from './ChangesField.tsx'
import { DiscountFields } from './DiscountFields.tsx'
import { fields, type InvoiceForm, titleOf, typedAmounts } from './draft.ts'
import { InvoicePreview, OverContract } from './InvoicePreview.tsx'
import { leftAgain } from './texts.ts'
import { useFollowing } from './useFollowing.ts'
import { useJobValues } from './useJobValues.ts'

interface InvoiceFieldsProps {
  kind: InvoiceKind
  form: InvoiceForm
  /** The invoice that is edited, whose payment and change orders are its own. */
  invoiceId?: string
  /** Whether it is filled in already, so that the job changes nothing of it. */
  isFilledIn: boolean
}

/** The fields of an invoice or a credit memo, with its amounts as they are typed. */
export function InvoiceFields({ kind, form, invoiceId, isFilledIn }: InvoiceFieldsProps) {
  const { control } = form
  const isCredit = kind === 'creditMemo'
  const id = invoiceId ?? null
  const [customerId, jobId, terms] = useWatch({ control, name: ['customerId', 'jobId', 'terms'] })
  const [basis, changeOrderIds, lines, discount, taxRate] = useWatch({
    control,
    name: ['basis', 'changeOrderIds', 'lines', 'discount', 'taxRate'],
  })
  const chosenJob = jobId || null
  const { data, isFetching, refetch } = useQuery({
    ...jobInvoicing(chosenJob ?? 'none'),
    enabled: chosenJob !== null,
  })
  const job = chosenJob === null ? undefined : data
  const isKnown = chosenJob === null || job !== undefined
  useJobValues(form, { kind, job, jobId: chosenJob, invoiceId: id, isFilledIn })
  useFollowing(form, { name: 'taxRate', text: useTaxRate(customerId), isFilledIn })
  const title = isKnown && !isCredit ? titleOf({ basis, changeOrderIds }, job) : undefined
  useFollowing(form, { name: 'title', text: title, isFilledIn })

  const amounts = isKnown
    ? typedAmounts({ kind, basis, changeOrderIds, lines, discount, taxRate }, job ?? null)
    : null
  const problem: Problem = amounts && 'problem' in amounts ? amounts.problem : {}
  const drawn = amounts && 'total' in amounts ? amounts : null
  const isByLines = basis.kind === 'lines'
  return (
    <div className="flex flex-col gap-5">
      <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <CustomerField control={control} {...fields.customerId} />
        <JobField control={control} {...fields.jobId} noneLabel="No job" />
        {job && !isCredit && (
          <BasisFields form={form} job={job} invoiceId={id} problem={problem.basis} />
        )}
        <TextField
          control={control}
          {...fields.title}
          placeholder={isCredit ? 'Vanity light returned' : 'Cabinets in'}
        />
        {!isCredit && (
          <div className="grid grid-cols-2 items-start gap-x-4">
            <SelectField control={control} {...fields.terms} options={optionsOf(termNames)} />
            {terms === 'day' && <DateField control={control} {...fields.dueOn} required />}
          </div>
        )}
      </div>
      {!isKnown && !isFetching && (
        <LoadProblem
          what="The money of this job"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {job && !isCredit && (
        <ChangesField form={form} job={job} invoiceId={id} problem={problem.changeOrderIds} />
      )}
      {isByLines && (
        <LinesField
          form={linesFormOf(form)}
          max={MAX_LINES}
          amountName={isCredit ? 'Credit' : 'Amount'}
          problem={problem.lines}
        />
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        {isByLines && (
          <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 max-sm:w-full sm:grid-cols-[8rem_8rem_8rem]">
            {!isCredit && <DiscountFields form={form} />}
            <TextField control={control} {...fields.taxRate} inputMode="decimal" />
          </div>
        )}
        <InvoicePreview kind={kind} amounts={drawn} job={job} className="ml-auto max-sm:w-full" />
      </div>
      {drawn && job && <OverContract total={drawn.total} job={job} />}
      {isCredit && job && <p className="text-ink-2">{leftAgain}</p>}
      <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <TextAreaField control={control} {...fields.message} rows={2} />
        <TextAreaField control={control} {...fields.note} rows={2} />
      </div>
    </div>
  )
}

/** The tax of new lines in percent, none for a customer who pays none; undefined until known. */
function useTaxRate(customerId: string): string | undefined {
  const { data: customer } = useQuery({
    ...query(customerRoutes.one, { params: { id: customerId || 'none' } }),
    enabled: Boolean(customerId),
  })
  const { data: settings } = useQuery(proposalSettingsQuery)
  if (customerId && !customer) return undefined
  return customer?.taxExempt ? '0' : settings?.taxRate
}
