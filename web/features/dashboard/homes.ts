import { lazyRouteComponent } from '@tanstack/react-router'
import { loadHome } from './loadHome.ts'

/** The first screen of each role, to be preloaded before it is shown. */
export const homes = {
  admin: lazyRouteComponent(loadHome.admin, 'AdminDashboard'),
  subcontractor: lazyRouteComponent(loadHome.subcontractor, 'SubDashboard'),
  client: lazyRouteComponent(loadHome.client, 'ClientDashboard'),
}
