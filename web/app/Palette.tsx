import { mayBeMisspelled, wordsOf } from '@plumbline/contract/searchText.ts'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Command as Cmdk } from 'cmdk'
import { Keyboard, Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useDeferredValue, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { useMay, useMe } from '../api/me.ts'
import { appointmentCommands } from '../features/appointments/api.ts'
import { bidCommands } from '../features/bids/api.ts'
import { changeOrderCommands } from '../features/changeOrders/commands.ts'
import { customerCommands } from '../features/customers/api.ts'
import { invoiceCommands } from '../features/invoices/commands.ts'
import { jobCommands } from '../features/jobs/commands.ts'
import { messageCommands } from '../features/messages/commands.ts'
import { paymentCommands } from '../features/payments/commands.ts'
import { peopleCommands } from '../features/people/commands.ts'
import { photoCommands } from '../features/photos/api.ts'
import { savedLineCommands } from '../features/priceList/api.ts'
import {
  expenseCommands,
  incomeCommands,
  propertyCommands,
  tenantCommands,
} from '../features/rentals/commands.ts'
import { entryCommands } from '../features/schedule/commands.ts'
import { taskCommands } from '../features/tasks/commands.ts'
import type { Command, CommandSource } from '../screens/commands.ts'
import { recentCommands } from '../screens/recent.ts'
import { dialogClasses, overlayClasses } from '../ui/Dialog.tsx'
import { Spinner } from '../ui/Loading.tsx'
import { onPassedEscape, useReturnFocus } from '../ui/overlay.ts'
import { actionCommands, partCommands, screenCommands } from './commands.ts'

/** The sources that the palette searches, in the order of their results. */
const sources: readonly CommandSource[] = [
  recentCommands,
  jobCommands,
  bidCommands,
  changeOrderCommands,
  customerCommands,
  invoiceCommands,
  paymentCommands,
  appointmentCommands,
  peopleCommands,
  taskCommands,
  screenCommands,
  partCommands,
  actionCommands,
  entryCommands,
  photoCommands,
  messageCommands,
  savedLineCommands,
  tenantCommands,
  propertyCommands,
  incomeCommands,
  expenseCommands,
]

/** The sources that ask no server. They answer every letter at once. */
const localSources = new Set([recentCommands, screenCommands, partCommands, actionCommands])
/** The milliseconds without a letter after which the server is asked. */
const PAUSE_MS = 150

/** Waits until nothing was typed for a moment. Another letter aborts it. */
const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** The command palette: finds any screen or thing and starts any action from the keyboard. */
export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const router = useRouter()
  const returnFocus = useReturnFocus()
  const client = useQueryClient()
  const me = useMe()
  const may = useMay()
  const company = useCompany()
  const [typed, setTyped] = useState('')
  const word = useDeferredValue(typed.trim())
  const [selected, setSelected] = useState('')
  const search = (alike?: 'true') =>
    sources.map((source) => ({
      queryKey: ['palette', source.heading, word, alike] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (word.length < source.minLength) return []
        // A search with another letter follows a pause already.
        if (!alike && !localSources.has(source)) await pause(signal)
        return source.find(word, { me, may, company, client, alike })
      },
      gcTime: 0,
    }))
  const exact = useQueries({ queries: search() })
  const isNowhere = isEmpty(exact)
  const isMisspelled = isNowhere && wordsOf(word).some(mayBeMisspelled)
  const alike = useQueries({ queries: isMisspelled ? search('true') : [] })
  const found = isMisspelled ? alike : exact
  const groups = found.map(({ data = [] }, index) => ({
    heading: sources[index]?.heading ?? '',
    commands: data,
  }))
  const values = groups.flatMap(({ heading, commands }) =>
    commands.map(({ id }) => `${heading} ${id}`),
  )
  const waiting = found.some(({ isPending }) => isPending)

  const choose = (command: Command) => {
    onClose()
    command.run?.()
    if (command.href) void router.navigate({ href: command.href })
  }

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...returnFocus}
          onKeyDown={onPassedEscape(onClose)}
          aria-describedby={undefined}
          className={`${dialogClasses} overflow-hidden max-sm:h-[80dvh] sm:max-w-140`}
        >
          <Radix.Title className="sr-only">Find</Radix.Title>
          <Cmdk
            shouldFilter={false}
            loop
            label="Find"
            value={
              values.includes(selected) || selected === 'keys' ? selected : (values[0] ?? 'keys')
            }
            onValueChange={setSelected}
            className="flex min-h-0 flex-1 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
              <Cmdk.Input
                dir="auto"
                value={typed}
                onValueChange={setTyped}
                maxLength={200}
                placeholder="Find a job, person or bid"
                className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none"
              />
              {waiting && <Spinner className="size-4" />}
            </div>
            <Cmdk.List className="min-h-0 flex-1 overflow-y-auto p-1.5 sm:max-h-[52vh]">
              {isEmpty(found) ? (
                <p className="px-3 py-8 text-center text-ink-2">Nothing found for “{word}”</p>
              ) : (
                isMisspelled &&
                !waiting && (
                  <p className="px-3 pt-2 text-sm text-ink-2">
                    Nothing found for “{word}”. With another letter:
                  </p>
                )
              )}
              {groups.map(
                ({ heading, commands }) =>
                  commands.length > 0 && (
                    <Cmdk.Group
                      key={heading}
                      heading={heading}
                      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
                    >
                      {commands.map((command) => (
                        <Row
                          key={command.id}
                          command={command}
                          value={`${heading} ${command.id}`}
                          onChoose={() => choose(command)}
                        />
                      ))}
                    </Cmdk.Group>
                  ),
              )}
              {fitsKeys(word) && (
                <Row
                  command={{ id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard }}
                  value="keys"
                  onChoose={onKeys}
                />
              )}
            </Cmdk.List>
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Whether all sources have answered, and none found anything. */
const isEmpty = (found: readonly { isPending: boolean; data?: readonly Command[] | undefined }[]) =>
  found.every(({ isPending, data = [] }) => !isPending && data.length === 0)

const fitsKeys = (word: string) => 'keyboard shortcuts'.includes(word.toLowerCase())

function Row({
  command,
  value,
  onChoose,
}: {
  command: Command
  value: string
  onChoose: () => void
}) {
  const { icon: Icon, label, detail } = command
  return (
    <Cmdk.Item
      value={value}
      onSelect={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-s px-3 py-1.5 data-[selected=true]:bg-sunken touch:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="ml-auto min-w-0 truncate pl-4 text-sm text-ink-2">{detail}</span>}
    </Cmdk.Item>
  )
}
