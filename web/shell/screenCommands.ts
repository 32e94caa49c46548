import { mayEver } from '@plumbline/contract/policy.ts'
import {
  CalendarRange,
  CircleUser,
  FileSpreadsheet,
  LogOut,
  Plus,
  Settings,
  SunMoon,
  UserPlus,
} from 'lucide-react'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from './commands.ts'
import { nav } from './nav.ts'
import { toggleTheme } from './theme.ts'

/** The screens of one's role. */
export const screenCommands: CommandSource = {
  heading: 'Screens',
  from: 0,
  find: (word, { me, company }) => {
    const inSidebar = nav[me.role].map(({ path, label, icon }) => ({
      id: path,
      label: label ?? company.holdingsName,
      icon,
      href: path,
    }))
    const others = [
      { label: 'Enhanced Schedule', icon: CalendarRange, href: paths.enhancedSchedule() },
      { label: 'My account', icon: CircleUser, href: paths.account() },
      ...(mayEver(me.role, 'settings.update')
        ? [{ label: 'Settings', icon: Settings, href: paths.settings() }]
        : []),
    ]
    const further = others.map((command) => ({ id: command.href, ...command }))
    return [...inSidebar, ...further].filter(({ label }) => fits(label, word))
  },
}

/** What one can start from anywhere. */
export const actionCommands: CommandSource = {
  heading: 'Actions',
  from: 0,
  find: (word, { me }) => {
    const actions: Command[] = [
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: toggleTheme },
      { id: 'logout', label: 'Logout', icon: LogOut, run: () => location.assign(paths.signOut()) },
    ]
    if (mayEver(me.role, 'job.create'))
      actions.unshift(
        { id: 'new-job', label: 'Create a new job', icon: Plus, href: paths.jobs({ new: 'job' }) },
        {
          id: 'new-task',
          label: 'Create a new task',
          icon: Plus,
          href: paths.tasks({ new: 'task' }),
        },
        {
          id: 'new-bid',
          label: 'Create a new bid',
          icon: Plus,
          href: paths.pendingBids({ new: 'bid' }),
        },
        {
          id: 'invite',
          label: 'Invite a user',
          icon: UserPlus,
          href: paths.users({ new: 'invite' }),
        },
        ...(['subcontractors', 'customers', 'jobs'] as const).map((kind) => ({
          ...{
            id: `import-${kind}`,
            label: `Import ${kind} from CSV`,
            icon: FileSpreadsheet,
            href: paths.imports(kind),
          },
        })),
      )
    return actions.filter(({ label }) => fits(label, word))
  },
}
