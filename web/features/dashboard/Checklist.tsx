import type { Checklist as Steps } from '@plumbline/contract/dashboard.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { cx } from 'class-variance-authority'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { useRestoreFirstSteps } from '../settings/useRestoreFirstSteps.ts'

interface Step {
  readonly key: keyof Steps
  readonly title: string
  /** The reason for the step, shown until it is done. */
  readonly text: string
  readonly href: string
}

const steps: readonly Step[] = [
  {
    key: 'contact',
    title: 'Add your address and phone',
    text: 'Printed on every page you hand out.',
    href: paths.settings(),
  },
  {
    key: 'logo',
    title: 'Add your logo',
    text: 'Shown to your subs and clients.',
    href: paths.settings(),
  },
  {
    key: 'imported',
    title: 'Import your list',
    text: 'Customers, subs and jobs come in from a CSV file, so nobody types them again.',
    href: paths.imports('customers'),
  },
  {
    key: 'job',
    title: 'Add your first job',
    text: 'Schedule, tasks, photos and messages belong to a job.',
    href: paths.jobs({ new: 'job' }),
  },
  {
    key: 'invited',
    title: 'Invite your people',
    text: 'Subs see their own work, clients see their own job.',
    href: paths.users({ new: 'invite' }),
  },
]

/** The setup steps of a new company, each with a link to where it is done. */
export default function Checklist({ checklist }: { checklist: Steps }) {
  const { bringBack } = useRestoreFirstSteps()
  const dismiss = useWrite(settingsRoutes.update, {
    success: () => ({
      title: 'Success',
      description: 'First steps dismissed',
      note: 'Settings can bring them back.',
      action: {
        label: 'Undo',
        onClick: bringBack,
      },
    }),
    failure: 'Failed to save settings',
  })
  const done = steps.filter(({ key }) => checklist[key]).length
  return (
    <section aria-label="First steps">
      <div className="mt-6 mb-1.5 flex items-center gap-3 touch:mt-4 touch:mb-0.5">
        <h2>First steps</h2>
        <span className="figures text-ink-3">
          {done} of {steps.length} done
        </span>
        <Button
          variant="quiet"
          size="sm"
          className="-mr-2.5 ml-auto"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate({ body: { checklistDismissed: true } })}
        >
          Dismiss
        </Button>
      </div>
      <Panel>
        <ul>
          {steps.map((step) => (
            <StepLine key={step.key} step={step} isDone={checklist[step.key]} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

/** One step: a link to where it is done, with a check mark once it is. */
function StepLine({ step: { title, text, href }, isDone }: { step: Step; isDone: boolean }) {
  const Mark = isDone ? CircleCheck : Circle
  return (
    <li className="border-t border-line first:border-t-0">
      <Link href={href} className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunken/50">
        <Mark
          aria-hidden
          className={cx('size-5 shrink-0', isDone ? 'text-good' : 'text-control')}
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block font-medium', isDone && 'text-ink-2')}>
            {isDone && <span className="sr-only">Done: </span>}
            {title}
          </span>
          {!isDone && <span className="block text-sm text-ink-2">{text}</span>}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Link>
    </li>
  )
}
