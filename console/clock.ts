/** The time of a moment by the reader's own clock: `08:05`. */
export const clockOf = (moment: Date): string =>
  moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
