import type { JobOrder } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { PersonPicker } from '../../pickers/PersonPicker.tsx'
import { day, useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import type { JobFilter } from './api.ts'
import { jobSearch, parseOrder } from './filter.ts'

/** The orders to choose from, with their labels. */
const orderLabels: readonly { readonly value: JobOrder | ''; readonly label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
  { value: 'end', label: 'Soonest to end' },
  { value: '-end', label: 'Latest to end' },
  { value: 'start', label: 'Soonest to start' },
  { value: '-start', label: 'Latest to start' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'status', label: 'Status, not started first' },
  { value: '-status', label: 'Status, completed first' },
  { value: 'progress', label: 'Least progress first' },
  { value: '-progress', label: 'Most progress first' },
  { value: '-amount', label: 'Largest amount first' },
  { value: 'amount', label: 'Smallest amount first' },
]

/** The dialog that filters and sorts jobs. Every choice updates the URL immediately. */
export default function FilterDialog({
  filter,
  onClose,
}: {
  filter: JobFilter
  onClose: () => void
}) {
  const setSearch = useSetSearch<JobFilter>()
  const managers = useQuery(query(peopleRoutes.projectManagers)).data ?? []
  return (
    <Dialog open onOpenChange={onClose} title="Filter and Sort">
      <DialogBody className="flex flex-col gap-4">
        <Field label="Sort by">
          {(control) => (
            <Select
              {...control}
              options={orderLabels}
              value={filter.sort ?? ''}
              onChange={(event) => setSearch({ sort: parseOrder(event.target.value) ?? '' })}
            />
          )}
        </Field>
        <Field label="Project Manager">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: '', label: 'Anyone' },
                { value: 'none', label: 'None' },
                ...managers.map((one) => ({ value: one.id, label: fullName(one) })),
              ]}
              value={filter.managerId ?? ''}
              onChange={(event) => setSearch({ managerId: event.target.value })}
            />
          )}
        </Field>
        <Field label="Client">
          {(control) => (
            <PersonPicker
              {...control}
              of="client"
              noneLabel="Anyone"
              value={filter.clientId}
              onChange={(clientId) => setSearch({ clientId: clientId ?? '' })}
            />
          )}
        </Field>
        <Field label="Sub">
          {(control) => (
            <PersonPicker
              {...control}
              of="subcontractor"
              noneLabel="Anyone"
              value={filter.subcontractorId}
              onChange={(subId) => setSearch({ subcontractorId: subId ?? '' })}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          {(['endsFrom', 'endsTo'] as const).map((name) => (
            <Field key={name} label={name === 'endsFrom' ? 'Ends from' : 'Ends by'}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={filter[name] ?? ''}
                  onChange={(event) => setSearch({ [name]: day(event.target.value) ?? '' })}
                />
              )}
            </Field>
          ))}
        </div>
        <div>
          <Checkbox
            checked={filter.late === 'true'}
            onChange={(event) => setSearch({ late: event.target.checked ? 'true' : '' })}
          >
            Late: past the end date and not completed
          </Checkbox>
          <Checkbox
            checked={filter.active === 'true'}
            onChange={(event) => setSearch({ active: event.target.checked ? 'true' : '' })}
          >
            Active: not completed
          </Checkbox>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setSearch({ ...jobSearch.noFilter, sort: '' })}>
          Clear filters
        </Button>
        <Button variant="primary" onClick={onClose}>
          Show jobs
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
