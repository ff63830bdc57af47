/** What a record has under a name that somebody wrote; `constructor` and `toString` are no properties of it. */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
