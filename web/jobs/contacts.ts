/** Where the address is, on a map; a phone opens its own. */
export const mapsUrl = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`

/** A link that calls; spaces and brackets are for people. */
export const callUrl = (phone: string) => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`

/** A link that writes. */
export const mailUrl = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
