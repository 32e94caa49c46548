import {
  type ChangeOrder,
  ChangeOrderDraft,
  changeOrderRoutes,
  MAX_CHANGE_LINES,
} from '@plumbline/contract/changeOrders.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { CheckboxField, NumberField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { changeOrderQuery, contractQuery } from './api.ts'
import { ChangePhotos } from './ChangePhotos.tsx'
import {
  type ChangeOrderForm,
  changeOrderForm,
  fields,
  linesFormOf,
  newLineValues,
  typedTotals,
  withoutEmptyLines,
} from './draft.ts'
import { LinesField } from './LinesField.tsx'
import { TotalsList } from './TotalsList.tsx'

interface NewChangeOrderProps {
  job: Pick<Job, 'id' | 'name'>
  onClose: () => void
}

/** The dialog that adds a change order to a job. Its own screen, where it is sent, opens next. */
export function NewChangeOrder(props: NewChangeOrderProps) {
  const { data, isPending } = useQuery(contractQuery(props.job.id))
  return isPending ? null : <NewForm {...props} taxRate={data?.newTaxRate ?? '0'} />
}

/** @param taxRate the rate of the company, or 0 for a customer who pays no tax */
function NewForm({ job, taxRate, onClose }: NewChangeOrderProps & { taxRate: string }) {
  const router = useRouter()
  const { form, submission } = useCreateForm(changeOrderRoutes.create, {
    schema: ChangeOrderDraft,
    empty: { ...changeOrderForm.empty, taxRate, lines: [newLineValues(taxRate !== '0')] },
    target: { params: { id: job.id } },
    success: 'Change order added',
    failure: serverMessageOr('Failed to add the change order'),
    onDone: ({ id }) => router.navigate({ href: paths.changeOrder(id) }),
  })
  return (
    <FormDialog
      {...submission}
      onSubmit={withoutEmptyLines(linesFormOf(form), submission.onSubmit)}
      title="New Change Order"
      description={job.name}
      wide="table"
      submitLabel="Add Change Order"
      onClose={onClose}
    >
      <ChangeOrderFields form={form} jobId={job.id} />
    </FormDialog>
  )
}

interface EditChangeOrderProps {
  changeOrder: ChangeOrder
  onClose: () => void
}

/** The dialog that edits a change order which is not approved. */
export function EditChangeOrder({ changeOrder, onClose }: EditChangeOrderProps) {
  const { id, number, status } = changeOrder
  const { form, submission } = useEditForm(changeOrderRoutes.update, changeOrder, {
    ...changeOrderForm,
    schema: ChangeOrderDraft,
    target: { params: { id } },
    whole: true,
    reload: (read) => read(changeOrderQuery(id)),
    success: 'Change order saved',
    failure: serverMessageOr('Failed to save the change order'),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      onSubmit={withoutEmptyLines(linesFormOf(form), submission.onSubmit)}
      title={`Edit Change ${number}`}
      description={
        status === 'sent'
          ? 'The customer has it as it was sent, until you send it again.'
          : changeOrder.jobName
      }
      wide="table"
      submitLabel="Save"
      onClose={onClose}
    >
      <ChangeOrderFields form={form} jobId={changeOrder.jobId} />
    </FormDialog>
  )
}

function ChangeOrderFields({ form, jobId }: { form: ChangeOrderForm; jobId: string }) {
  const { control } = form
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-3.5 lg:grid-cols-2">
        <TextField control={control} {...fields.title} placeholder="Rotted subfloor at the sink" />
        <TextAreaField control={control} {...fields.reason} rows={2} />
      </div>
      <LinesField form={linesFormOf(form)} max={MAX_CHANGE_LINES} withCosts />
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 max-sm:w-full sm:grid-cols-[8rem_8rem_auto]">
          <TextField control={control} {...fields.taxRate} inputMode="decimal" />
          <NumberField control={control} {...fields.daysAdded} isWhole />
          <CheckboxField control={control} {...fields.movesEnd} className="col-span-full" />
        </div>
        <FormTotals control={control} />
      </div>
      <ChangePhotos form={form} jobId={jobId} />
    </div>
  )
}

/** The amounts of the lines as they are typed. */
function FormTotals({ control }: Pick<ChangeOrderForm, 'control'>) {
  const [lines, taxRate] = useWatch({ control, name: ['lines', 'taxRate'] })
  const { subtotal, tax, total, cost, withoutCost } = typedTotals({ lines, taxRate })
  return <TotalsList {...{ subtotal, tax, total, cost, withoutCost }} className="max-sm:w-full" />
}
