import { formatDay } from '@plumbline/contract/dates.ts'
import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { BobMark } from '../../ui/Artwork.tsx'
import { Badge, PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, EmptyState, Facts } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Skeleton, Skeletons, Spinner } from '../../ui/Loading.tsx'
import { Avatar, SubBadge } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ThemeToggle } from '../../ui/ThemeToggle.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { toast } from '../../ui/toasts.ts'
import { DevDialogs, DevFields } from './DevForms.tsx'

/** Every component of the design system in all its states; only in development. */
export function DevUi() {
  return (
    <>
      <main className="mx-auto flex max-w-310 flex-col gap-10 px-5 py-8">
        <header className="flex items-center gap-3">
          <BobMark />
          <h1 className="flex-1 text-lg">Components</h1>
          <ThemeToggle />
        </header>
        <Buttons />
        <Badges />
        <Section title="Fields">
          <DevFields />
        </Section>
        <Section title="Dialogs">
          <DevDialogs />
        </Section>
        <Lists />
        <Waiting />
      </main>
      <Toaster />
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-1.5">{title}</h2>
      {children}
    </section>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

function Buttons() {
  return (
    <Section title="Buttons, tooltip, toast">
      {(['primary', 'default', 'quiet', 'destructive'] as const).map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
          <Button variant={variant} pending>
            Pending
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Tooltip text="After 700 ms">
            <Button variant={variant} size="icon" aria-label="Open the file">
              <FileText aria-hidden />
            </Button>
          </Tooltip>
        </Row>
      ))}
      <Row>
        <Button
          onClick={() => toast({ title: 'Success', description: 'Job created successfully' })}
        >
          Toast
        </Button>
        <Button
          onClick={() =>
            toast({ title: 'Error', description: 'Failed to create job', variant: 'destructive' })
          }
        >
          Destructive toast
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Success',
              description: 'Task updated successfully',
              action: { label: 'Undo', onClick: () => {} },
            })
          }
        >
          Toast with a way back
        </Button>
      </Row>
    </Section>
  )
}

const statuses =
  'not_started in_progress completed on_hold scheduled delayed cancelled pending approved rejected follow_up active occupied vacant maintenance'

function Badges() {
  return (
    <Section title="Badges, avatars">
      <Row>
        {(['default', 'secondary', 'outline', 'destructive'] as const).map((variant) => (
          <Badge key={variant} variant={variant}>
            {variant}
          </Badge>
        ))}
      </Row>
      <Row>
        {statuses.split(' ').map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <StatusBadge status={null} />
      </Row>
      <Row>
        {['low', 'medium', 'high', 'critical'].map((priority) => (
          <PriorityBadge key={priority} priority={priority} />
        ))}
      </Row>
      <Row>
        <Avatar person={{ firstName: 'Dana', lastName: 'Reyes' }} />
        <Avatar person={{ firstName: 'Tomás', lastName: 'Ortiz' }} small />
        {['a', 'b', 'c', 'd', 'e', 'f'].map((id) => (
          <SubBadge key={id} id={id} name={`Bell Drywall ${id.toUpperCase()}`} />
        ))}
      </Row>
    </Section>
  )
}

const jobs = [
  ['Kitchen remodel', '418 Alder Ct, Elgin', 'in_progress', 65, '2026-12-18'],
  ['Deck and pergola', '12 Elm St, Batavia', 'not_started', 0, '2026-12-22'],
  [
    'A very long name of a job that goes on and on, as names on a real contract sometimes do',
    '77 Prairie Ave, Geneva',
    'on_hold',
    40,
    null,
  ],
  ['Primary bath', '230 Third St, Geneva', 'completed', 100, '2026-10-09'],
] as const

function Lists() {
  const [tab, setTab] = useState('cards')
  return (
    <Section title="Lists">
      <ScreenHeader title="Jobs" text="A line under the title">
        <Button variant="primary">New Job</Button>
      </ScreenHeader>
      <Figures
        lead={{ label: 'Total Approved Amount', value: '$1,284,316.50' }}
        items={[
          { label: 'Active Jobs', value: 13 },
          { label: 'Completed', value: 9 },
          { label: 'Total Jobs', value: 24, note: '2 on hold' },
          { label: 'On Hold', value: 2 },
        ]}
      />
      <Figures
        items={[
          { label: 'Active Tasks', value: 4 },
          { label: 'Completed', value: 11 },
          { label: 'This Week', value: 3 },
        ]}
      />
      <Tabs
        label="Lists"
        tabs={[
          { value: 'cards', label: 'Cards' },
          { value: 'none', label: 'Empty' },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'cards' && (
          <div className="grid gap-3.5 sm:grid-cols-2 lg:grid-cols-3">
            {jobs.map(([name, address, status, progress, end]) => (
              <Card key={name} foot={<span>Client: M. Okafor</span>}>
                <div>
                  <StatusBadge status={status} />
                </div>
                <div>
                  <h3>{name}</h3>
                  <p className="text-sm text-ink-2">{address}</p>
                </div>
                <Progress value={progress} />
                <Facts
                  items={[
                    ['Start', formatDay('2026-11-03')],
                    ['End', formatDay(end)],
                  ]}
                />
              </Card>
            ))}
          </div>
        )}
        {tab === 'none' && (
          <EmptyState
            icon={FileText}
            title="No jobs yet"
            text="Create your first job to get started"
            action={<Button variant="primary">Create Job</Button>}
          />
        )}
      </Tabs>
    </Section>
  )
}

function Waiting() {
  return (
    <Section title="Waiting and failing">
      <Row>
        <Spinner />
        <Spinner className="size-8" />
      </Row>
      <Skeletons count={3} className="flex flex-col gap-3">
        <Skeleton className="h-4 w-1/3" />
      </Skeletons>
      <Alert>Failed to create job</Alert>
    </Section>
  )
}
