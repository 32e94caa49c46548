import type { Role } from '@plumbline/contract/policy.ts'
import type { Settings as CompanySettings } from '@plumbline/contract/settings.ts'
import {
  Banknote,
  Briefcase,
  Building2,
  Calendar,
  Camera,
  Check,
  CircleUserRound,
  FileText,
  House,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Users,
} from 'lucide-react'
import { paths } from '../paths.ts'

export interface NavItem {
  readonly path: string
  /** Null for the name of the holdings company, which is below a separator. */
  readonly label: string | null
  readonly icon: LucideIcon
}

const items = {
  dashboard: { path: paths.dashboard(), label: 'Dashboard', icon: House },
  pendingBids: { path: paths.pendingBids(), label: 'Pending Bids', icon: FileText },
  jobs: { path: paths.jobs(), label: 'Work in Progress', icon: Briefcase },
  receivables: { path: paths.receivables(), label: 'Account Receivables', icon: Banknote },
  completions: { path: paths.completions2025(), label: '2025 Completions', icon: Check },
  schedule: { path: paths.schedule(), label: 'Schedule', icon: Calendar },
  subcontractors: { path: paths.subcontractors(), label: 'Subcontractors', icon: Users },
  photos: { path: paths.photos(), label: 'Photos', icon: Camera },
  messages: { path: paths.messages(), label: 'Messages', icon: MessageSquare },
  tasks: { path: paths.tasks(), label: 'Tasks', icon: ListChecks },
  users: { path: paths.users(), label: 'User Management', icon: CircleUserRound },
  rentals: { path: paths.rentalProperties(), label: null, icon: Building2 },
} satisfies Record<string, NavItem>

/** A navigation item with its label. */
export type NavLabel = NavItem & { readonly label: string }

const subItems: readonly NavLabel[] = [
  items.dashboard,
  { ...items.tasks, label: 'My Tasks' },
  items.photos,
  items.messages,
]

/** The sidebar of each role, in this order. */
const nav: Readonly<Record<Role, readonly NavItem[]>> = {
  admin: [
    items.dashboard,
    items.pendingBids,
    items.jobs,
    items.receivables,
    items.completions,
    items.schedule,
    items.subcontractors,
    items.photos,
    items.messages,
    items.tasks,
    items.users,
    items.rentals,
  ],
  subcontractor: subItems,
  client: [
    items.dashboard,
    items.jobs,
    { ...items.photos, label: 'Photo Gallery' },
    items.schedule,
  ],
}

/** The items of each role in the bar at the bottom of a phone, beside the menu. */
const bar: Readonly<Record<Role, readonly NavLabel[]>> = {
  admin: [items.dashboard, { ...items.jobs, label: 'Jobs' }, items.schedule, items.messages],
  subcontractor: subItems,
  client: [
    items.dashboard,
    { ...items.photos, label: 'Photo Gallery' },
    items.schedule,
    items.messages,
  ],
}

/** An item of the sidebar with its label. */
export type SidebarLabel = NavLabel & { readonly isHoldings: boolean }

/** The four items of the bar at the bottom of a phone. */
export const barOf = (role: Role): readonly NavLabel[] => bar[role]

/** The item whose screen leads to a screen without an item of its own. */
const itemOf: Readonly<Record<string, string>> = {
  '/customers': '/pending-bids',
  '/crew-board': '/schedule',
  '/enhanced-schedule': '/schedule',
  '/schedule-templates': '/schedule',
}

/** Whether an address is that of the item, below it, or of a screen that it leads to. */
export function isAt(pathname: string, path: string): boolean {
  const screen = `/${pathname.split('/')[1]}`
  return [screen, itemOf[screen]].includes(path)
}

/** The sidebar of a role, without the holdings company if it has no name. */
export function navOf(
  role: Role,
  { holdingsName }: Pick<CompanySettings, 'holdingsName'>,
): SidebarLabel[] {
  return nav[role].flatMap((item) => {
    const label = item.label ?? holdingsName
    return label === null ? [] : [{ ...item, label, isHoldings: item.label === null }]
  })
}
