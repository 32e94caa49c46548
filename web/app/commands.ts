import {
  Banknote,
  Bell,
  CalendarRange,
  CircleUserRound,
  ContactRound,
  FileSpreadsheet,
  FileText,
  LayoutTemplate,
  LogOut,
  type LucideIcon,
  Plus,
  Receipt,
  ScrollText,
  Settings,
  SunMoon,
  Tags,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react'
import { signOut } from '../api/unauthorized.ts'
import { viewedId } from '../api/viewAs.ts'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from '../screens/commands.ts'
import { navOf } from '../screens/nav.ts'
import { toggleTheme } from '../ui/ThemeToggle.tsx'

/** An action that only those who may open a screen or a part of one may do. */
type Action =
  | 'audit.read'
  | 'clientInvoice.list'
  | 'crew.book'
  | 'customer.list'
  | 'finance.read'
  | 'priceList.read'
  | 'rental.read'
  | 'schedule.create'
  | 'settings.update'
  | 'template.list'

interface Screen {
  readonly label: string
  readonly icon: LucideIcon
  readonly href: string
  /** The action that those who may open it may do. Everybody may open it if omitted. */
  readonly action?: Action
}

/** The screens that are not in the sidebar. */
const otherScreens: readonly Screen[] = [
  { label: 'Customers', icon: ContactRound, href: paths.customers(), action: 'customer.list' },
  { label: 'Invoices', icon: Receipt, href: paths.invoices(), action: 'finance.read' },
  { label: 'Invoices', icon: Receipt, href: paths.invoices(), action: 'clientInvoice.list' },
  { label: 'Payments', icon: Banknote, href: paths.payments(), action: 'finance.read' },
  { label: 'Price List', icon: Tags, href: paths.priceList(), action: 'priceList.read' },
  { label: 'Enhanced Schedule', icon: CalendarRange, href: paths.enhancedSchedule() },
  { label: 'Notifications', icon: Bell, href: paths.notifications() },
  { label: 'My account', icon: CircleUserRound, href: paths.account() },
  {
    ...{ label: 'Settings', icon: Settings, href: paths.settings() },
    action: 'settings.update',
  },
  { label: 'Crew Board', icon: Users, href: paths.crewBoard(), action: 'crew.book' },
  {
    ...{ label: 'Schedule Templates', icon: LayoutTemplate, href: paths.scheduleTemplates() },
    action: 'template.list',
  },
  { label: 'Audit Log', icon: ScrollText, href: paths.auditLog(), action: 'audit.read' },
]

/** Other words by which people look for a screen. */
const otherWords: Readonly<Record<string, string>> = {
  [paths.dashboard()]: 'home attention today',
  [paths.pendingBids()]: 'estimates quotes offers leads follow-up proposals',
  [paths.customers()]: 'clients homeowners contacts leads statements balances accounts',
  [paths.invoices()]: 'bills billing unpaid overdue due money owed draws credit memos aging ageing',
  [paths.payments()]:
    'received money income cash checks refunds deposits credits receipts write-offs',
  [paths.priceList()]: 'prices costs items services products catalog cost book margin rates',
  [paths.jobs()]: 'jobs projects',
  [paths.receivables()]:
    'invoices unpaid overdue past due money owed ar a/r aging ageing collections balances',
  [paths.completions2025()]: 'paid revenue finished closed sales tax',
  [paths.schedule()]: 'calendar gantt chart plan week daily',
  [paths.enhancedSchedule()]: 'calendar month gantt',
  [paths.subcontractors()]: 'crew subs trades',
  [paths.photos()]: 'pictures images gallery',
  [paths.messages()]: 'chat conversations',
  [paths.tasks()]: 'to-do punch list',
  [paths.users()]: 'people clients customers invites team',
  [paths.rentalProperties()]: 'rentals rent homes portfolio properties',
  [paths.crewBoard()]: 'crews assign book who works where availability double booking',
  [paths.account()]: 'password passkey theme profile',
  [paths.settings()]: 'company preferences options',
  [paths.auditLog()]: 'history security who deleted',
}

interface Part extends Screen {
  readonly action: Action
  readonly detail?: string
  readonly words?: string
  /** Whether it belongs to the rental properties, which not every company has. */
  readonly isRental?: boolean
}

const rentalPart = (label: string, icon: LucideIcon, tab: string, words: string): Part => ({
  ...{ label, detail: 'Rental Properties', icon, words, isRental: true },
  ...{ action: 'rental.read', href: paths.rentalProperties({ tab }) },
})
const setting = (label: string, words: string): Part => ({
  ...{ label, detail: 'Settings', icon: Settings, words },
  ...{ action: 'settings.update', href: paths.settings() },
})

const parts: readonly Part[] = [
  {
    ...{ label: 'Gantt chart', detail: 'Schedule', icon: CalendarRange, words: 'critical path' },
    ...{ action: 'schedule.create', href: paths.schedule({ view: 'gantt' }) },
  },
  {
    ...{ label: 'Customer statements', detail: 'Open a customer', icon: FileText },
    ...{ words: 'statement of account balance owed' },
    ...{ action: 'finance.read', href: paths.customers() },
  },
  {
    ...{ label: 'Sales tax', detail: 'Completions', icon: Receipt, words: 'taxes report filing' },
    ...{ action: 'finance.read', href: paths.salesTax() },
  },
  rentalPart('Tenants', UserRound, 'tenants', 'leases renters'),
  rentalPart('Income', Banknote, 'income', 'rent received payments deposits'),
  rentalPart('Expenses', Receipt, 'expenses', 'costs bills repairs'),
  rentalPart('Reports', FileText, 'reports', 'late rents tax year rent roll yield'),
  setting('Working days and holidays', 'holiday vacation weekend days off'),
  setting('Company name and time zone', 'address phone letterhead'),
  setting('Logo', 'picture brand'),
  setting('Proposals', 'sales tax rate terms conditions license deposit consent valid estimates'),
  setting('Numbers', 'numbering invoice number proposal number credit memo number prefix next'),
  setting('Reminders', 'payment reminders overdue emails late chase dunning'),
  setting('What clients see', 'weekly updates subs'),
  setting('Security', 'second factor authenticator'),
  setting('Storage', 'quota limits megabytes'),
  setting('Backups', 'restore download export'),
]

/** The screens that the person may open. */
export const screenCommands: CommandSource = {
  heading: 'Screens',
  minLength: 0,
  find: (word, { me, company, may, alike }) => {
    const inSidebar = navOf(me.role, company).map(({ path, label, icon }) => ({
      ...{ label, icon, href: path },
    }))
    const screens = [...inSidebar, ...otherScreens]
    return screens
      .filter(({ action }: Partial<Screen>) => !action || may(action))
      .filter(({ label, href }) => fits(`${label} ${otherWords[href] ?? ''}`, word, { alike }))
      .map((screen) => ({ id: screen.href, ...screen }))
  },
}

/** The parts of screens. They are listed once something is typed. */
export const partCommands: CommandSource = {
  heading: 'Go to',
  minLength: 2,
  find: (word, { may, company, alike }) =>
    parts
      .filter(({ action, isRental }) => may(action) && (!isRental || company.holdingsName !== null))
      .filter(({ label, words = '' }) => fits(`${label} ${words}`, word, { alike }))
      .map(({ label, detail, icon, href }) => ({
        ...{ id: label, label, icon, href },
        ...(detail && { detail }),
      })),
}

/** The actions that can be started from any screen. */
export const actionCommands: CommandSource = {
  heading: 'Actions',
  minLength: 0,
  find: (word, { may }) => {
    const actions: Command[] = [
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: toggleTheme },
    ]
    // Not in a view as another person, which has to be left first.
    if (viewedId() === undefined)
      actions.push({
        id: 'logout',
        label: 'Logout',
        icon: LogOut,
        run: signOut,
      })
    if (may('job.create'))
      actions.unshift(
        { id: 'new-job', label: 'Create a new job', icon: Plus, href: paths.jobs({ new: 'job' }) },
        {
          id: 'new-task',
          label: 'Create a new task',
          icon: Plus,
          href: paths.tasks({ new: 'task' }),
        },
        {
          id: 'new-entry',
          label: 'Add a schedule item',
          icon: Plus,
          href: paths.schedule({ new: 'entry' }),
        },
        {
          id: 'new-bid',
          label: 'Create a new bid',
          icon: Plus,
          href: paths.pendingBids({ new: 'bid' }),
        },
        {
          id: 'new-customer',
          label: 'Create a new customer',
          icon: Plus,
          href: paths.customers({ new: 'customer' }),
        },
        {
          id: 'new-invoice',
          label: 'Create a new invoice',
          icon: Plus,
          href: paths.invoices({ new: 'invoice' }),
        },
        {
          id: 'new-payment',
          label: 'Record a payment',
          icon: Plus,
          href: paths.invoices({ new: 'payment' }),
        },
        {
          id: 'new-line',
          label: 'Add a line to the price list',
          icon: Plus,
          href: paths.priceList({ new: 'line' }),
        },
        {
          id: 'invite',
          label: 'Invite a user',
          icon: UserPlus,
          href: paths.users({ new: 'invite' }),
        },
        ...(['subcontractors', 'customers', 'jobs', 'prices'] as const).map((kind) => ({
          id: `import-${kind}`,
          label: `Import ${kind} from CSV`,
          icon: FileSpreadsheet,
          href: paths.imports(kind),
        })),
      )
    return actions.filter(({ label }) => fits(label, word))
  },
}
