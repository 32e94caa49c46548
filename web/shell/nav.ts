import type { Role } from '@plumbline/contract/policy.ts'
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
import { type PageName, pages } from '../pages.ts'

export interface NavItem {
  readonly path: string
  /** Null for the holdings company's name, below a hairline. */
  readonly label: string | null
  readonly icon: LucideIcon
}

const icons = {
  dashboard: House,
  pendingBids: FileText,
  jobs: Briefcase,
  receivables: Banknote,
  completions2025: Check,
  schedule: Calendar,
  subcontractors: Users,
  photos: Camera,
  messages: MessageSquare,
  tasks: ListChecks,
  users: CircleUserRound,
  rentalProperties: Building2,
} satisfies Partial<Record<PageName, LucideIcon>>

const item = (name: keyof typeof icons, label: string | null = pages[name].title): NavItem => ({
  path: pages[name].path,
  label,
  icon: icons[name],
})

/** The sidebar of each role: these words in this order. */
export const nav: Readonly<Record<Role, readonly NavItem[]>> = {
  admin: [
    item('dashboard'),
    item('pendingBids'),
    item('jobs'),
    item('receivables'),
    item('completions2025'),
    item('schedule'),
    item('subcontractors'),
    item('photos'),
    item('messages'),
    item('tasks'),
    item('users'),
    item('rentalProperties'),
  ],
  subcontractor: [item('dashboard'), item('tasks', 'My Tasks'), item('photos'), item('messages')],
  client: [item('dashboard'), item('jobs'), item('photos', 'Photo Gallery'), item('schedule')],
}
