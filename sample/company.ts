/** What the settings say of the invented company. */
export const company = {
  names: { companyName: 'Ridgeline Builders', holdingsName: 'Ridgeline Holdings' },
  contact: { address: '240 S Water St, Batavia, IL 60510', phone: '630-555-0199' },
}
