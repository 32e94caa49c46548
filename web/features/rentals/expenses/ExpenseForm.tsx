import type { Job } from '@plumbline/contract/jobs.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import {
  NewRentalExpense,
  type RentalExpense,
  rentalExpenseRoutes,
} from '@plumbline/contract/rentalExpenses.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { jobQuery } from '../../../api/jobs.ts'
import { serverMessageOr } from '../../../api/serverMessage.ts'
import { DateField } from '../../../forms/fields.tsx'
import { day, fieldsOf } from '../../../forms/fieldsOf.ts'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { JobField } from '../../../pickers/pickerFields.tsx'
import { useToday } from '../../../screens/days.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { ExpenseFields, expenseFields } from './ExpenseFields.tsx'
import { ReceiptPicker } from './ReceiptPicker.tsx'

const { fields, ...expenseForm } = fieldsOf<z.input<typeof NewRentalExpense>, RentalExpense>({
  ...expenseFields,
  dateIncurred: { label: 'Date', kind: day, required: true },
  jobId: { label: 'Job', empty: null },
})

interface AddExpenseProps {
  /** The initially selected property. */
  propertyId: string | undefined
  /** The job whose cost is booked. It provides the initial amount and description. */
  jobId: string | undefined
  onClose: () => void
  /** Called when the expense is recorded and its receipt can be uploaded. */
  onReceipt: (expense: RentalExpense, file: File) => void
}

/** The dialog that records an expense. */
export function AddExpense({ jobId, ...props }: AddExpenseProps) {
  const job = useQuery({ ...jobQuery(jobId ?? 'none'), enabled: jobId !== undefined })
  // Wait for the initial values. If the job fails to load, the form starts empty.
  if (jobId !== undefined && job.isPending) return null
  return <ExpenseDialog {...props} job={job.data} />
}

function ExpenseDialog({
  propertyId,
  job,
  onClose,
  onReceipt,
}: Omit<AddExpenseProps, 'jobId'> & { job: Job | undefined }) {
  const today = useToday()
  const [file, setFile] = useState<File | null>(null)
  const {
    form: { control },
    submission,
  } = useCreateForm(rentalExpenseRoutes.create, {
    schema: NewRentalExpense,
    empty: {
      ...expenseForm.empty,
      propertyId: propertyId ?? null,
      amount: job?.approvedAmount ? dollarsFromCents(job.approvedAmount) : null,
      description: job?.name ?? '',
      dateIncurred: today,
      jobId: job?.id ?? null,
    },
    target: {},
    success: 'Expense recorded successfully',
    failure: serverMessageOr('Failed to record expense'),
    onDone: (expense) => {
      onClose()
      if (file) onReceipt(expense, file)
    },
  })
  return (
    <FormDialog
      {...submission}
      title="Add Expense"
      wide
      submitLabel="Add Expense"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField control={control} {...fields.dateIncurred} />
        <JobField control={control} {...fields.jobId} />
        <ExpenseFields control={control} />
        <div className="sm:col-span-2">
          <p className="mb-1.5 text-sm font-medium">Receipt</p>
          <ReceiptPicker file={file} onChoose={setFile} />
        </div>
      </div>
    </FormDialog>
  )
}
