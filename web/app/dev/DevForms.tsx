import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { DateInput, DateTimeInput, Input, SearchInput, Select, Textarea } from '../../ui/Input.tsx'
import { MoneyInput, type Typed } from '../../ui/NumberInput.tsx'
import { Slider } from '../../ui/Slider.tsx'

const people = [
  { value: '1', label: 'Maria Okafor', detail: 'maria@example.com' },
  { value: '2', label: 'Cole Hale', detail: 'cole@example.com' },
  { value: '3', label: 'Petra Varga' },
]
const statuses = [
  { value: 'not_started', label: 'Not Started' },
  { value: 'in_progress', label: 'In Progress' },
]

/** Every kind of field: empty, filled, invalid and disabled. */
export function DevFields() {
  const [word, setWord] = useState('')
  const [cents, setCents] = useState<Typed<number>>(4825075)
  const [day, setDay] = useState<string | null>('2026-11-20')
  const [moment, setMoment] = useState<string | null>('2026-11-20T21:00:00.000Z')
  const [person, setPerson] = useState<string | null>('2')
  const [percent, setPercent] = useState(65)
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Name" required hint="As on the contract">
        {(control) => <Input {...control} placeholder="Kitchen remodel" />}
      </Field>
      <Field label="Address" required error="Address is required">
        {(control) => <Input {...control} />}
      </Field>
      <Field label="Out of use">
        {(control) => <Input {...control} disabled defaultValue="Cannot be changed" />}
      </Field>
      <Field
        label="Approved Amount"
        {...(typeof cents === 'string' ? { error: 'Enter an amount' } : {})}
      >
        {(control) => <MoneyInput {...control} value={cents} onChange={setCents} />}
      </Field>
      <Field label="Start Date">
        {(control) => <DateInput {...control} value={day} onChange={setDay} />}
      </Field>
      <Field label="Deadline">
        {(control) => (
          <DateTimeInput
            {...control}
            timeZone="America/Chicago"
            value={moment}
            onChange={setMoment}
          />
        )}
      </Field>
      <Field label="Status">{(control) => <Select {...control} options={statuses} />}</Field>
      <Field label="Client">
        {(control) => (
          <Combobox
            {...control}
            options={people}
            value={person}
            onChange={setPerson}
            placeholder="No client"
          />
        )}
      </Field>
      <Field label="Notes">{(control) => <Textarea {...control} />}</Field>
      <SearchInput
        label="Search jobs"
        placeholder="Search by name or address"
        value={word}
        onChange={setWord}
      />
      <Slider label="Progress" value={percent} onChange={setPercent} />
    </div>
  )
}

/** The dialogs, each behind a button. */
export function DevDialogs() {
  const [open, setOpen] = useState<'form' | 'failing' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen('form')}>Form</Button>
      <Button onClick={() => setOpen('failing')}>Failing form</Button>
      <Button onClick={() => setOpen('confirm')}>Confirmation</Button>
      {(open === 'form' || open === 'failing') && (
        <FormDialog
          onClose={close}
          title="Create New Job"
          description="Only the name and the address are needed."
          wide
          submitLabel="Create Job"
          onSubmit={(event) => {
            event.preventDefault()
            close()
          }}
          error={
            open === 'failing'
              ? 'The server cannot be reached. Check your connection and try again.'
              : null
          }
          pending={open === 'failing'}
        >
          <DevFields />
        </FormDialog>
      )}
      <Confirm
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete Kitchen remodel?"
        confirmLabel="Delete the job"
        onConfirm={close}
        error={null}
        pending={false}
      >
        Its 6 tasks, 14 entries, 23 messages and 41 photos go with it.
      </Confirm>
    </div>
  )
}
