import type { Role } from '@plumbline/contract/policy.ts'

const admin = () => import('./AdminDashboard.tsx')
const subcontractor = () => import('./SubDashboard.tsx')
const client = () => import('./ClientDashboard.tsx')

/** Dynamic imports of the home screens, so that each role loads only its own code. */
export const loadHome = { admin, subcontractor, client } as const satisfies Record<Role, unknown>
