// The set-up page asks for the time zone; the browser knows a good answer.
const zone = document.querySelector('select[data-zone]')
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone instanceof HTMLSelectElement && [...zone.options].some((option) => option.value === here)) zone.value = here
