/** Who holds work that would be lost if the page went: views tell it here, the session asks before it ends. */
const holders = new Set<object>();

/** Says that there is such work; the function that comes back says that it is gone. */
export function holdWork(): () => void {
  const holder = {};
  holders.add(holder);
  return () => void holders.delete(holder);
}

export const holdsWork = (): boolean => holders.size > 0;
