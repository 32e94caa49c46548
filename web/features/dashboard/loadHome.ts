import type { Role } from '@plumbline/contract/policy.ts'

const admin = () => import('./AdminDashboard.tsx')
const subcontractor = () => import('./SubDashboard.tsx')
const client = () => import('./ClientDashboard.tsx')

/** The code of the first screen of each role, which the others do not load. */
export const loadHome = { admin, subcontractor, client } as const satisfies Record<Role, unknown>
