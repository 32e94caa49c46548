import { reads } from '@plumbline/contract/readers.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSeesSubs } from '../../api/company.ts'
import { useMay, useMe } from '../../api/me.ts'
import { contractQuery, isBare } from '../changeOrders/api.ts'
import { jobClientInvoices } from '../invoices/clientApi.ts'
import { jobSchedule } from '../schedule/api.ts'
import { jobTasks } from '../tasks/api.ts'
import { jobSubs } from './api.ts'

/** A section of the job page, by the id of its element. */
type Section =
  | 'tasks'
  | 'schedule'
  | 'updates'
  | 'contract'
  | 'money'
  | 'invoices'
  | 'subcontractors'
  | 'about'

/** Keeps the target of a link clear of the sticky bars above it. */
export const sectionClass = 'scroll-mt-[calc(7.5rem+var(--view-bar))]'

/** A section is current once its top is at most this far below the row of links, in pixels. */
const READING_OFFSET_PX = 48

/** The id of the section being read, among those that the links lead to. */
function sectionAt(row: HTMLElement): string | undefined {
  const sections = [...row.querySelectorAll('a')]
    .filter((link) => link.offsetParent !== null)
    .flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? [])
  const topOf = (section: HTMLElement) => section.getBoundingClientRect().top
  const line = row.getBoundingClientRect().bottom + READING_OFFSET_PX
  const { scrollHeight } = document.documentElement
  if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1) {
    // The last sections cannot scroll up to the line. Takes the one in the URL hash, or else the
    // last one in view.
    const seen = sections.filter((section) => topOf(section) < innerHeight)
    return (seen.find(({ id }) => `#${id}` === location.hash) ?? seen.at(-1))?.id
  }
  return (sections.findLast((section) => topOf(section) <= line) ?? sections[0])?.id
}

/** The id of the section being read, updated while scrolling. Its link is scrolled into view. */
function useCurrent(ref: RefObject<HTMLElement | null>): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    const events = ['scroll', 'resize', 'hashchange'] as const
    const find = () => {
      frame = 0
      if (ref.current) setCurrent(sectionAt(ref.current))
    }
    const findSoon = () => {
      frame ||= requestAnimationFrame(find)
    }
    find()
    for (const event of events) addEventListener(event, findSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) removeEventListener(event, findSoon)
    }
  }, [ref])
  useEffect(() => {
    const row = ref.current
    const link = row?.querySelector<HTMLElement>(`[href="#${current}"]`)
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [ref, current])
  return current
}

/**
 * Links to the sections of the page with the number of items in each. The current one is marked.
 */
export function JobSections({ jobId }: { jobId: string }) {
  const may = useMay()
  const { role } = useMe()
  const seesSubs = useSeesSubs()
  const row = useRef<HTMLElement>(null)
  const current = useCurrent(row)
  const seesTasks = may('task.list')
  const tasks = useQuery({ ...jobTasks(jobId), enabled: seesTasks })
  const open = tasks.data?.filter(({ status }) => status !== 'completed').length
  const entries = useQuery(jobSchedule(jobId)).data?.length
  const subs = useQuery(jobSubs(jobId)).data?.length
  const readsContract = reads(role, 'client')
  const { data: contract } = useQuery({ ...contractQuery(jobId), enabled: readsContract })
  const seesInvoices = may('clientInvoice.list')
  const invoices = useQuery({ ...jobClientInvoices(jobId), enabled: seesInvoices }).data?.length
  // A client gets the section once there is something in it.
  const seesContract = may('changeOrder.write') || (contract && !isBare(contract))
  const link = (section: Section, label: string, count?: number, className = '') => (
    <a
      href={`#${section}`}
      aria-current={section === current ? 'location' : undefined}
      className={`flex h-10 items-center gap-1.5 border-b-2 border-transparent px-3 whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current=location]:border-ink aria-[current=location]:font-medium aria-[current=location]:text-ink touch:h-11 ${className}`}
    >
      {label}
      {count !== undefined && count > 0 && (
        <span className="figures text-sm font-normal text-ink-3">{count}</span>
      )}
    </a>
  )
  return (
    <nav
      ref={row}
      aria-label="On this page"
      className="no-print sticky top-[calc(3.25rem+var(--view-bar))] z-10 mt-5 flex gap-1 overflow-x-auto bg-ground shadow-[inset_0_-1px_var(--line),-10px_0_var(--ground),10px_0_var(--ground)] max-sm:-mx-4 max-sm:px-1"
    >
      {seesTasks && link('tasks', 'Tasks', open)}
      {link('schedule', 'Schedule', entries)}
      {reads(role, 'client') && link('updates', 'Updates')}
      {seesContract && link('contract', 'Contract')}
      {may('finance.read') && link('money', 'Money')}
      {invoices !== undefined && invoices > 0 && link('invoices', 'Invoices', invoices)}
      {seesSubs && link('subcontractors', 'Subcontractors', subs)}
      {/* Hidden on wide screens, where this section is beside the others. */}
      {link('about', 'About', undefined, 'xl:hidden')}
    </nav>
  )
}
