import type { NotificationKind } from '@plumbline/contract/notificationKinds.ts'
import {
  Calendar,
  Camera,
  FileText,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  Receipt,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'

interface KindVariant {
  /** The label in settings and filters. */
  readonly label: string
  readonly icon: LucideIcon
}

/** The label and the icon of each kind of notification. */
export const kindLooks: Readonly<Record<NotificationKind, KindVariant>> = {
  message: { label: 'Messages and comments', icon: MessageSquare },
  task: { label: 'Tasks assigned or finished', icon: ListChecks },
  schedule: { label: 'Schedule and progress', icon: Calendar },
  photo: { label: 'New photos', icon: Camera },
  bid: { label: 'Proposals and change orders', icon: FileText },
  invoice: { label: 'Invoices', icon: Receipt },
  invite: { label: 'Invites accepted', icon: UserPlus },
  overdue: { label: 'What is overdue', icon: TriangleAlert },
  update: { label: 'Weekly updates', icon: Newspaper },
}
