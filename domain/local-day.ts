/** The dates (YYYY-MM-DD) of moments in a time zone. */
export function localDays(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => format.format(moment);
}
