import { lazyRouteComponent } from '@tanstack/react-router'
import { loadHome } from './loadHome.ts'

/** Lazy components for the home screen of each role, which can be preloaded. */
export const homes = {
  admin: lazyRouteComponent(loadHome.admin, 'AdminDashboard'),
  subcontractor: lazyRouteComponent(loadHome.subcontractor, 'SubDashboard'),
  client: lazyRouteComponent(loadHome.client, 'ClientDashboard'),
}
