/** The day at a moment in a time zone, as `YYYY-MM-DD`; now if no moment is given. */
export const dayIn = (timeZone: string, moment = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
