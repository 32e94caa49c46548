import { peopleRoutes } from '@plumbline/contract/people.ts'
import { containsWords } from '@plumbline/contract/searchText.ts'
import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { fullName, isAdmin, isMember, isSub } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { plural } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { Avatar, subStyle } from '../../ui/Person.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { ChangeButton } from '../../ui/table/SelectionBar.tsx'
import { FAILURE, useChangedToast } from './useChangedToast.ts'

interface AssignMenuProps {
  tasks: readonly Task[]
  count: number
  most: number
  noun: string
}

/** A menu that assigns the selected tasks to the person who is chosen, or to nobody. */
export function AssignMenu({ tasks, ...change }: AssignMenuProps) {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        field={field}
        label={`Assign ${plural(tasks.length, 'Task', 'Tasks')}`}
        anchor={
          <ChangeButton {...change} expanded={open} onClick={() => setOpen(!open)}>
            <UserRound aria-hidden />
            Assign
          </ChangeButton>
        }
      >
        <Assignees tasks={tasks} field={field} onDone={() => setOpen(false)} />
      </Popover>
    </div>
  )
}

interface AssigneesProps {
  tasks: readonly Task[]
  /** The search field, for the menu to give it the focus. */
  field: RefObject<HTMLInputElement | null>
  onDone: () => void
}

function Assignees({ tasks, field, onDone }: AssigneesProps) {
  const everyone = useQuery(query(peopleRoutes.list)).data ?? []
  const [word, setWord] = useState('')
  const [name, setName] = useState('')
  const toastOf = useChangedToast(tasks, 'assigneeId')
  const assign = useWrite(taskRoutes.updateSeveral, {
    success: (reply) => toastOf(reply, name),
    failure: FAILURE,
    onSuccess: onDone,
  })
  const people = everyone
    .filter(isMember)
    .filter((one) => isSub(one) || (isAdmin(one) && !one.isInvited))
    .map((person) => ({
      person,
      name: fullName(person),
      detail: isAdmin(person) ? 'Admin' : (person.specialty ?? ''),
    }))
  const shown = people.filter(({ name, detail }) => containsWords(`${name} ${detail}`, word))
  const assignTo = (assigneeId: string | null, assigneeName: string) => {
    if (assign.isPending) return
    setName(assigneeName)
    assign.mutate({ body: { ids: tasks.map(({ id }) => id), assigneeId } })
  }
  const option =
    'flex min-h-11 w-full items-center gap-2.5 rounded-s px-2 text-left -outline-offset-2 hover:bg-sunken'
  return (
    <div className="p-2" aria-busy={assign.isPending}>
      <Input
        ref={field}
        aria-label="Find a person"
        placeholder="Name or trade"
        value={word}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={({ key }) => {
          const [first] = shown
          if (key === 'Enter' && first) assignTo(first.person.id, first.name)
        }}
      />
      <ul className="mt-1 max-h-72 overflow-y-auto">
        {shown.map(({ person, name, detail }) => (
          <li key={person.id}>
            <button type="button" className={option} onClick={() => assignTo(person.id, name)}>
              <Avatar person={person} {...(isSub(person) && { className: subStyle(person.id) })} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-sm text-ink-2">{detail}</span>
            </button>
          </li>
        ))}
        {word === '' ? (
          <li>
            <button type="button" className={option} onClick={() => assignTo(null, '')}>
              Unassigned
            </button>
          </li>
        ) : (
          shown.length === 0 && <li className="px-2 py-2.5 text-ink-2">No matching people</li>
        )}
      </ul>
    </div>
  )
}
