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
import { NO_FILTER, orderLabels, parseOrder } from './orders.ts'

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
        <Button onClick={() => setSearch({ ...NO_FILTER, sort: '' })}>Clear filters</Button>
        <Button variant="primary" onClick={onClose}>
          Show jobs
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
