import { formatSpan } from '@plumbline/contract/dates.ts'
import { calendarOf } from '@plumbline/contract/push.ts'
import { EntryMove, type ScheduleEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import { DateField } from '../../forms/fields.tsx'
import { StartDateField } from '../../forms/StartDateField.tsx'
import { resolverOf } from '../../forms/useCreateForm.ts'
import { useTypedFields } from '../../forms/useTypedFields.ts'
import { Checkbox } from '../../ui/Choices.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FarProposal } from './FarMove.tsx'
import { MoveOutcome } from './MoveOutcome.tsx'
import { endFrom, FOLLOW_LABEL } from './moves.ts'
import { ReasonField } from './ReasonField.tsx'
import { useMove } from './useMove.ts'
import { useWorkdays } from './useWorkdays.ts'

interface MoveEntryProps {
  entry: ScheduleEntry
  onClose: () => void
}

/**
 * The dialog that moves an entry to other days. It shows what else moves, and asks for a reason if
 * the entry ends later.
 */
export function MoveEntry({ entry, onClose }: MoveEntryProps) {
  const defaultValues = { startDate: entry.startDate, endDate: entry.endDate, reason: '' }
  const form = useForm({ defaultValues, resolver: resolverOf(EntryMove) })
  const filledIn = useTypedFields({
    ...{ row: scheduleRoutes.update, target: { params: { id: entry.id } }, form },
    valuesBefore: () => defaultValues,
  })
  const { control } = form
  const calendar = calendarOf(entry, useWorkdays(entry.startDate))
  const moving = useMove({ name: 'move in the dialog', onDone: onClose })
  const { preview, follows, hasFollowers, propose, cancel } = moving
  const onValues = useEffectEvent((values: unknown) => {
    const { data } = EntryMove.safeParse(values)
    if (data) propose({ entry, startDate: data.startDate, endDate: data.endDate })
    else cancel()
  })
  useEffect(() => {
    const subscription = form.watch((values) => onValues(values))
    return () => subscription.unsubscribe()
  }, [form])
  const slips = (moving.move?.endDate ?? '') > entry.endDate
  return (
    <FormDialog
      title={`Move ${entry.title}`}
      description={`Now ${formatSpan(entry.startDate, entry.endDate)}`}
      submitLabel="Move"
      error={null}
      pending={moving.pending}
      isFilledIn={filledIn !== undefined}
      onSubmit={form.handleSubmit(({ reason }) => {
        if (moving.move) void moving.apply(reason)
        else onClose()
      })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <StartDateField
          control={control}
          name="startDate"
          label="Start Date"
          required
          endName="endDate"
          endOf={(start, before) =>
            endFrom(start, { startDate: before.start, endDate: before.end }, calendar)
          }
        />
        <DateField control={control} name="endDate" label="End Date" required />
        {moving.move && (
          <div className="sm:col-span-2">
            {preview && <p className="font-medium">{preview.summary}</p>}
            <MoveOutcome preview={preview} />
            {hasFollowers && (
              <Checkbox
                checked={follows}
                onChange={({ target }) => moving.setFollows(target.checked)}
              >
                {FOLLOW_LABEL}
              </Checkbox>
            )}
          </div>
        )}
        <FarProposal moving={moving} />
        {slips && <ReasonField control={control} name="reason" className="sm:col-span-2" />}
      </div>
    </FormDialog>
  )
}
